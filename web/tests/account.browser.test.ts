import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, checkAccessibility, openConsole, type Visitor } from './support/console.ts';
import { reportPayment } from './support/payments.ts';
import { post } from './support/send.ts';

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

  test('a key is shown once, is edited, keeps to its limits and is revoked', async () => {
    const { page } = visitor;
    await page.goto('/account/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Reader');
    await dialog.getByLabel('Limit permissions').click();
    await dialog.getByLabel('Speech').selectOption('Full access');
    await dialog.getByLabel('History').selectOption('Read');
    await checkAccessibility(page, 'key form');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('heading', { name: 'Your new key' }).waitFor();
    const key = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    assert.match(key, /^sk_/);
    await checkAccessibility(page, 'key shown once');
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Reader/ });
    await row.getByText('Permissions: 2').waitFor();
    assert.ok(!(await page.content()).includes(key), 'the key is gone from the page');
    assert.equal(await status(key, 'POST', '/api/v1/tts', { text: 'Hello.', voice_id: 'af_heart' }), 200);
    assert.equal(await status(key, 'GET', '/api/v1/history'), 200);
    assert.equal(await status(key, 'GET', '/api/v1/voices'), 403);
    await visitor.check('keys');

    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('History').selectOption('No access');
    await dialog.getByLabel('Voices').selectOption('Read');
    await dialog.getByLabel('Monthly credit limit').fill('8');
    await dialog.getByLabel('Allowed addresses').fill('somewhere');
    visitor.expectStatuses([400]);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Request \S+$/)
      .waitFor();
    await checkAccessibility(page, 'key form with an error');
    await dialog.getByLabel('Allowed addresses').fill('');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await row.getByText('8 credits a month').waitFor();
    assert.equal(await status(key, 'GET', '/api/v1/history'), 403);
    assert.equal(await status(key, 'GET', '/api/v1/voices'), 200);
    assert.equal(await status(key, 'POST', '/api/v1/tts', { text: 'Hello.', voice_id: 'af_heart' }), 402);
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Allowed addresses').fill('203.0.113.9, 2001:db8::/32');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await row.getByText('Addresses: 2').waitFor();
    assert.equal(await status(key, 'GET', '/api/v1/voices'), 403);

    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    assert.equal(await status(key, 'GET', '/api/v1/voices'), 401);
  });

  async function status(key: string, method: string, path: string, json?: object): Promise<number> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = json ? { body: JSON.stringify(json) } : {};
    const response = await fetch(opened.service.url + path, { method, headers, ...body });
    await response.arrayBuffer();
    return response.status;
  }

  test('usage is shown by day and by key, and the grouping survives a reload', async () => {
    const { page } = visitor;
    await page.goto('/account/usage');
    await page.getByText('Credits: 6 · Requests: 1').waitFor();
    await page.getByRole('img', { name: 'Credits by Day' }).locator('canvas').waitFor();
    await page
      .getByRole('cell', { name: /Reserved for/ })
      .first()
      .waitFor();
    await visitor.check('usage');
    await page.getByLabel('Group by').selectOption('Key');
    await page.reload();
    await page.getByRole('row', { name: 'Reader 6 1' }).waitFor();
  });

  test('a top-up shows in the wallet, with an invoice as PDF', async () => {
    const { page } = visitor;
    await page.goto('/account/billing');
    await page.getByLabel('Amount in US dollars').fill('25');
    await page.getByRole('button', { name: 'Top up', exact: true }).click();
    await page.locator('output', { hasText: '$25.00' }).waitFor();
    await reportPayment(opened.service.url, { cents: 1_800, email: EMAIL });
    await page.reload();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /PDF of invoice/ }).click();
    assert.match((await download).suggestedFilename(), /\.pdf$/);
    await changeLimits();
    await page.getByRole('button', { name: 'Change to Starter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Starter' }).getByText('Current plan').waitFor();
    await visitor.check('billing');
  });

  /** Of the automatic top-up and of spending. They are kept, and what cannot be is refused in words. */
  async function changeLimits(): Promise<void> {
    const { page } = visitor;
    const values = {
      'Amount of a top-up ($)': '10',
      'Threshold ($)': '2.5',
      'Top-ups a month ($)': '50',
      'Spending a month ($)': '75.5',
      'Usage alerts (%)': '50, 90',
    };
    await page.getByLabel('Top up automatically').click();
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
    await page.getByLabel('Usage alerts (%)').fill('500');
    visitor.expectStatuses([400]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Request \S+$/)
      .waitFor();
    await page.getByLabel('Usage alerts (%)').fill('50, 90');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.reload();
    assert.ok(await page.getByLabel('Top up automatically').isChecked());
    for (const [label, value] of Object.entries(values))
      assert.equal(await page.getByLabel(label).inputValue(), value, label);
  }

  test('a long list goes on where it ended', async () => {
    // Of somebody else, as below: together the calls would use up the limit of a minute.
    const other = await opened.visitor();
    await other.signUp('saver@example.com');
    const { page } = other;
    for (let index = 0; index < 21; index += 1) await post(page, '/api/billing/topup', { amountUsd: 5 });
    await page.goto('/account/usage?balance=wallet');
    const rows = page.getByRole('region', { name: 'Ledger' }).getByRole('row');
    await page.getByRole('button', { name: 'Load more' }).click();
    await rows.nth(21).waitFor();
    await page.getByRole('button', { name: 'Load more' }).waitFor({ state: 'detached' });
    assert.equal(await rows.count(), 1 + 21);
  });

  test('a test event reaches the receiver, and a secret is shown once', async () => {
    const other = await opened.visitor();
    await other.signUp('hooks@example.com');
    const { page } = other;
    await page.goto('/account/webhooks');
    await page.getByLabel('URL').fill(opened.receiverUrl);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Delivered: the receiver answered 200').waitFor();
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await sendAgain(page);
    await other.check('webhooks');
    await page.reload();
    await page.getByRole('button', { name: 'Replace secret' }).waitFor();
    assert.equal(await page.getByText(/^whsec_/).count(), 0);
    assert.equal(await page.getByLabel('URL').inputValue(), opened.receiverUrl);
  });

  /** Of a job that ends at once, since there is no language model. */
  async function sendAgain(page: Visitor['page']): Promise<void> {
    const { api_key: key } = await post(page, '/api/keys', { name: 'Jobs' });
    const job = { text: 'The capital of France?', taskType: 'llm_inference', forceCloud: true };
    await post(page, '/api/v1/generate', job, key);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: 'Details of inference.failed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Delivered').waitFor();
    await dialog.getByText('"event": "inference.failed"').waitFor();
    const replay = page.waitForResponse(/\/replay$/);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    assert.equal((await replay).status(), 202);
    await dialog.getByText('Delivered').waitFor();
    await checkAccessibility(page, 'delivery');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Details of inference.failed' }).nth(1).waitFor();
  }
});
