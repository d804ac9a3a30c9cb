import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, playing, type Visitor } from './support/console.ts';

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
    await page.getByText('54 voices').waitFor();
    await visitor.check('catalog');
    await page.getByLabel('Gender').selectOption('Male');
    await page.getByLabel('Search').fill('geor');
    await page.getByText('1 voices').waitFor();
    await page.getByRole('button', { name: 'Hear George' }).click();
    await page.getByRole('button', { name: 'Stop George' }).waitFor();
    await page.getByRole('link', { name: 'Use in speech' }).click();
    await page.getByRole('heading', { level: 1, name: 'Speech' }).waitFor();
    await page.getByLabel('Text').fill('A voice of the catalog speaks.');
    await page.getByRole('button', { name: 'Run' }).click();
    assert.ok((await playing(page)) > 1);
    assert.match(await page.getByText('bm_george').first().innerText(), /bm_george/);
  });
});
