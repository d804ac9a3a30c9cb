import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, type Visitor } from './support/console.ts';

describe('the playground', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signInAsDemo();
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
    const [bytes, sound, last] = [
      await fact('First bytes'),
      await fact('First sound'),
      await fact('Last bytes'),
    ];
    assert.ok(bytes > 0 && bytes < sound && bytes <= last, `${bytes} ${sound} ${last}`);
    assert.ok((await fact('Audio')) > 2);
    await visitor.check('streaming');
  });
});
