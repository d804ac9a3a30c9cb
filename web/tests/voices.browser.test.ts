import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PRESET_VOICES } from '../../engines/speech/index.ts';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';
import { storedSample } from './support/recording.ts';
import { subscribe } from './support/subscribe.ts';

describe('voices in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('voices@example.com');
  });
  after(() => opened?.close());

  test('the catalog is searched, filtered, heard, and speaks with the chosen voice', async () => {
    const { page } = visitor;
    await page.goto('/voices');
    await page.getByText(`Voices: ${PRESET_VOICES.length}`).waitFor();
    await visitor.check('catalog');
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading') });
    assert.equal(await cards.count(), 30);
    for (let shown = 30; shown < PRESET_VOICES.length; shown += 30)
      await page.getByRole('button', { name: 'Load more' }).click();
    assert.equal(await cards.count(), PRESET_VOICES.length);
    await page.getByLabel('Language').selectOption('German');
    await cards.first().getByRole('heading', { name: 'Lena' }).waitFor();
    await page.getByLabel('Language').selectOption('All languages');
    await page.getByRole('button', { name: 'Find by sound' }).click();
    const buffer = await storedSample('bm_george');
    await page.getByLabel('Recording').setInputFiles({ name: 'george.wav', mimeType: 'audio/wav', buffer });
    await page.getByRole('button', { name: 'Find similar voices' }).click();
    const nearest = page.getByRole('dialog').getByRole('listitem').first();
    await nearest.getByRole('heading', { name: 'George' }).waitFor();
    await visitor.check('find-by-sound');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Gender').selectOption('Male');
    await page.getByLabel('Search').fill('geor');
    await page.getByText('Voices: 1', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hear George' }).click();
    await page.getByRole('button', { name: 'Stop George' }).waitFor();
    await page.getByRole('link', { name: 'Use in speech' }).click();
    await page.getByRole('heading', { level: 1, name: 'Speech' }).waitFor();
    await page.getByLabel('Text').fill('A voice of the catalog speaks.');
    await page.getByRole('button', { name: 'Run' }).click();
    assert.ok((await playing(page)) > 1);
  });

  test('without a microphone the page says what to do', async () => {
    const { page } = visitor;
    await page.goto('/voices/clones/new');
    // The browser of the tests allows everything, so the page is told what a browser says that was refused.
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('alert').getByText('Allow it in the address bar').waitFor();
    await visitor.check('microphone-refused');
  });

  test('recordings survive a reload until they are sent, and one that is too short is named', async () => {
    const { page } = visitor;
    await subscribe(visitor, 'creator');
    await page.goto('/voices/clones/new');
    await page.getByRole('button', { name: 'Record' }).click();
    await page.waitForTimeout(1_200);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    const remove = page.getByRole('button', { name: /^Remove recording/ });
    await remove.waitFor();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('button', { name: 'Stop recording' }).waitFor();
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.type();
    });
    await page.reload();
    assert.equal(await asked, 'beforeunload');
    await remove.waitFor();
    assert.equal(await remove.count(), 1);
    await page.getByLabel('I agree to this text').check();
    visitor.expectStatuses([400]);
    await page.getByRole('button', { name: 'Clone this voice' }).click();
    await page.getByRole('listitem').getByText('a sample of kind instant needs 5 to 10').first().waitFor();
    await visitor.check('new-clone');
  });

  test('a design is chosen among candidates by ear, remixed and deleted', async () => {
    const { page } = visitor;
    await page.goto('/voices/designs');
    await page.getByRole('combobox', { name: 'Candidates' }).selectOption('2');
    await page.getByLabel('What the candidates say').fill('Hello, my dear.');
    await page.getByRole('button', { name: 'Hear candidates' }).click();
    await page.getByLabel('Choose candidate 2').check();
    await page.getByLabel('Name').fill('Grandmother');
    await page.getByRole('button', { name: 'Keep this voice' }).click();
    await page.getByRole('heading', { level: 3, name: 'Grandmother' }).waitFor();
    await page.getByText('Ready').waitFor({ timeout: 60_000 });
    await visitor.check('designs');
    await page.getByRole('button', { name: 'Remix' }).click();
    await page.getByLabel('How should it change?').fill('older and a little deeper');
    await page.getByRole('dialog').getByRole('button', { name: 'Remix' }).click();
    await page.getByText('The remix is in the making').first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('You have no designed voice yet').waitFor();
    await page.goto('/voices/clones');
    await page.getByText('Remix: older and a little deeper').waitFor();
    assert.deepEqual(visitor.problems(), []);
  });
});
