import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';

describe('the first minutes in the console', () => {
  let opened: Console;
  let visitor: Visitor;
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
    await page.reload();
    assert.equal(await page.getByLabel('Text').inputValue(), 'The console speaks.');
  });

  test('tells everybody how to check a file, and looks one up', async () => {
    const guest = await opened.visitor();
    const { page } = guest;
    guest.expectStatuses([404]);
    await page.goto('/provenance');
    await page.getByRole('heading', { level: 1, name: 'Was this made by a machine?' }).waitFor();
    await guest.check('provenance');
    await page.getByLabel('Id').fill('urn:c2pa:00000000-0000-7000-8000-000000000000');
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText('Nothing with this id was made here').waitFor();
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
