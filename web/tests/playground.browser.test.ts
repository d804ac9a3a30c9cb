import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';
import { subscribe } from './support/subscribe.ts';

const RECORDING = 'engines/transcription/testing/recordings/af_heart-the-train-leaves.wav';

describe('the playground', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp('player@example.com');
  });
  after(() => opened?.close());

  test('streams speech, plays it while it arrives, and measures the first sound', async () => {
    const { page } = visitor;
    await page.goto('/playground/streaming');
    await page.getByLabel('Text').fill('Hello there. These words are played while others are made.');
    await page.getByText('Costs 58 credits.').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    // The file is there when the last sound was heard.
    await page.getByRole('link', { name: 'Download speech.wav' }).waitFor();
    const fact = async (name: string) =>
      Number.parseFloat(
        (await page.locator('dt', { hasText: name }).locator('+ dd').innerText()).replace(',', ''),
      );
    const bytes = await fact('First bytes');
    const sound = await fact('First sound');
    const last = await fact('Last bytes');
    assert.ok(bytes > 0 && bytes < sound && bytes <= last, `${bytes} ${sound} ${last}`);
    assert.ok((await fact('Audio')) > 2);
    await visitor.check('streaming');
  });

  test('transcribes a file; its words seek, its lines are corrected, its captions are downloaded', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Transcription', exact: true }).click();
    await page.getByLabel('Audio or video file').setInputFiles(RECORDING);
    await page.getByText(/Costs \d+ credits/).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'train', exact: true }).click();
    await playing(page);
    await visitor.check('transcription');
    await page.getByRole('switch', { name: 'Edit' }).click();
    await page.getByLabel('Line at 0:00').fill('The bus leaves');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download captions.srt' }).click(),
    ]);
    const captions = await readFile(await download.path(), 'utf8');
    assert.match(captions, /^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nThe bus leaves\n$/);
  });

  test('records the microphone and hands over what can be sent', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Record' }).click();
    await page.getByText(/0:0[12] of 3:00/).waitFor();
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await page.getByText(/recording-.*\.wav, /).waitFor();
    await page.getByText(/Costs \d+ credits/).waitFor();
  });

  test('says what to do when the microphone is refused', async () => {
    const { page } = visitor;
    await page.goto('/playground/transcription');
    // The browser of these tests grants every microphone.
    await page.evaluate(() => {
      const refusal = new DOMException('Permission denied', 'NotAllowedError');
      navigator.mediaDevices.getUserMedia = () => Promise.reject(refusal);
    });
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await page.getByRole('alert').getByText('The microphone is blocked for this page').waitFor();
    await visitor.check('transcription-refused');
  });

  test('makes music with the tempo that was asked for', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Music', exact: true }).click();
    await page.getByLabel('Tempo (bpm)').fill('96');
    await page.getByRole('button', { name: 'Genres and moods' }).click();
    await page.getByLabel('Search').fill('calm');
    await page.getByRole('dialog').getByRole('button', { name: /^calm/ }).first().click();
    assert.match(await page.getByLabel('Description').inputValue(), /, calm$/);
    await page.getByText('Costs 80 credits.').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    assert.ok((await playing(page)) > 9);
    assert.equal(await page.locator('dt', { hasText: 'Tempo' }).locator('+ dd').innerText(), '96');
    await visitor.check('music');
  });

  test('makes a sound effect and says what it made', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Sound effects', exact: true }).click();
    await page.getByText('Costs 20 credits.').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await playing(page);
    await page.locator('dt', { hasText: 'Made' }).locator('+ dd', { hasText: 'knock' }).waitFor();
    await visitor.check('sound-effects');
  });

  test('checks a batch line by line, and asks before it spends', async () => {
    const { page } = visitor;
    await page.getByRole('link', { name: 'Batch', exact: true }).click();
    const lines = page.getByLabel('Lines (JSONL)');
    const right = JSON.stringify({ request_id: 'a', payload: { text: 'Hi.' } });
    await lines.fill(`${right}\n{"request_id":"b"}`);
    await page.getByText('Batches need a paid plan').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Check lines' }).isDisabled());
    assert.ok(await page.getByRole('link', { name: 'See the plans' }).isVisible());
    await visitor.check('batch-free');
    await subscribe(visitor, 'starter');
    await page.reload();
    await page.getByRole('button', { name: 'Check lines' }).click();
    await page.getByText('The line needs a payload.').waitFor();
    await visitor.check('batch');
    await lines.fill(right);
    await page.getByRole('button', { name: 'Check lines' }).click();
    await page.getByRole('button', { name: 'Send the batch' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText('The batch is on its way. Films: 1.').waitFor();
    const batch = await page.getByRole('link', { name: 'Watch the batch' }).getAttribute('href');
    assert.match(batch ?? '', /^\/work\/batches\/batch_/);
  });

  test('saves a run, opens it with all it said, and deletes it', async () => {
    const { page } = visitor;
    await page.goto('/work/saved-runs');
    await page.getByText('Nothing is saved yet').waitFor();
    await page.goto('/playground/music');
    await page.getByLabel('Description').fill('A saved waltz');
    await page.getByLabel('Seed').fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Name').fill('Waltz');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/from=run_/);
    await page.getByLabel('Description').fill('Something else');
    await page.goto('/work/saved-runs');
    await page.getByRole('link', { name: 'Waltz' }).waitFor();
    await visitor.check('saved-runs');
    await page.getByRole('link', { name: 'Waltz' }).click();
    await page.waitForURL(/music\?from=run_/);
    assert.equal(await page.getByLabel('Description').inputValue(), 'A saved waltz');
    assert.equal(await page.getByLabel('Seed').inputValue(), '7');
    await page.getByRole('tab', { name: 'Tool call' }).click();
    await page.getByText('"name": "make_music"').waitFor();
    await page.goto('/work/saved-runs');
    await page.getByRole('button', { name: 'Delete Waltz' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is saved yet').waitFor();
  });
});
