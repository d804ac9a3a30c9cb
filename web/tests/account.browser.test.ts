import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, type Visitor } from './support/console.ts';

const EMAIL = 'ann@example.com';

describe('the pages of the account', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp(EMAIL);
  });
  after(() => opened?.close());

  test('a key is shown once, keeps to its limits and is revoked', async () => {
    const { page } = visitor;
    await page.goto('/account/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reader');
    await dialog.getByLabel('Limit permissions').click();
    await dialog.getByLabel('History').selectOption('Read');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    assert.match(key, /^sk_/);
    await visitor.check('key-shown-once');
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Reader/ });
    await row.getByText('1 permissions').waitFor();
    assert.ok(!(await page.content()).includes(key), 'the key is gone from the page');
    const ask = (path: string) =>
      fetch(opened.service.url + path, { headers: { authorization: `Bearer ${key}` } });
    assert.equal((await ask('/api/v1/history')).status, 200);
    assert.equal((await ask('/api/v1/voices')).status, 403);
    await visitor.check('keys');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    assert.equal((await ask('/api/v1/history')).status, 401);
  });
});
