import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';

describe('the first minutes in the console', () => {
  let opened: Console;
  let visitor: Visitor;
  /** A file with what was said. */
  let made = '';
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
  });
  after(() => opened?.close());

  test('leads who is not signed in to the sign-in, and back to the page', async () => {
    const { page } = visitor;
    await page.goto('/playground/speech');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await visitor.check('sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    await visitor.check('sign-up');
    await page.goBack();
    await page.getByRole('button', { name: 'demo account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Speech' }).waitFor();
  });

  test('speaks, plays what it made, and keeps the draft', async () => {
    const { page } = visitor;
    const text = page.getByLabel('Text');
    const direction = () => text.evaluate((area) => getComputedStyle(area).direction);
    await text.fill('مرحبا بالعالم');
    assert.equal(await direction(), 'rtl');
    await text.fill('The console speaks.');
    assert.equal(await direction(), 'ltr');
    await page.getByText('Costs 19 credits.').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    const seconds = await playing(page);
    assert.ok(seconds > 0.8 && seconds < 3, `${seconds} s`);
    await visitor.check('speech');
    await page.getByLabel('Telling people').selectOption('A sentence before the text');
    await page.getByText(/"disclosure":"audible"/).waitFor();
    await page.getByText(/Costs (?!19 )\d+ credits/).waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Text').inputValue(), 'The console speaks.');
  });

  test('checks a file: what was made here is recognised, and plays from where the mark is', async () => {
    const { page } = visitor;
    await page.goto('/work/history');
    // Other files of the process share the account.
    const entry = page.getByRole('listitem').filter({ hasText: 'The console speaks.' });
    await entry.getByRole('button', { name: 'Listen' }).click();
    const saving = page.waitForEvent('download');
    await entry.getByRole('link', { name: /^Download/ }).click();
    made = await (await saving).path();
    await entry.getByRole('link', { name: 'Provenance' }).click();
    await page.getByText('Made by your account').waitFor();
    await page.getByLabel('A sound, a film or a picture').setInputFiles(made);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'This was made here, by a machine' }).waitFor();
    await page.getByText('The same file, byte for byte').waitFor();
    await page.getByText('by a trained model (AI)').first().waitFor();
    await visitor.check('check');
    const timeline = page.getByRole('slider', { name: 'Play from' });
    await timeline.press('End');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
    await timeline.click({ position: { x: 2, y: 10 } });
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 9) < 0.5);
  });

  test('lets everybody check a file and look one up, if the operator does', async () => {
    const guest = await opened.visitor();
    const { page } = guest;
    await page.goto('/provenance');
    await page.getByRole('heading', { level: 1, name: 'Was this made by a machine?' }).waitFor();
    await guest.check('provenance');
    await page.getByLabel('A sound, a film or a picture').setInputFiles(made);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'This was made here, by a machine' }).waitFor();
    await page.getByText('Who made it is told to nobody but the operator').waitFor();
    await page.getByRole('tab', { name: 'A web address' }).click();
    await page.getByLabel('Address of the file').fill('http://169.254.169.254/');
    guest.expectStatuses([400, 404]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Id').fill('urn:c2pa:00000000-0000-7000-8000-000000000000');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('Nothing with this id was made here').waitFor();

    // Where the operator does not, the page says what to do before anybody sends a file.
    const closed = { version: '', demo: false, mail: false, check: false };
    await page.route('**/api/console', (route) => route.fulfill({ json: closed }));
    await page.goto('/provenance');
    await page.getByText('lets only people with an account check files').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Check' }).count(), 0);
    await guest.check('provenance-closed');
  });

  test('shows an unknown page as not found', async () => {
    const { page } = visitor;
    await page.goto('/playground/nothing');
    await page.getByText('There is no such page').waitFor();
  });

  test('ends the session and its keys at sign-out', async () => {
    const { page } = visitor;
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    await visitor.check('home');
    await page.getByRole('button', { name: 'Demo' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
