import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { type Console, checkAccessibility, openConsole, type Visitor } from './support/console.ts';
import { reportPayment } from './support/payments.ts';

const EMAIL = 'ann@example.com';
const NEW_PASSWORD = 'another long sentence for the door';

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
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    assert.equal(await status(key, 'GET', '/api/v1/history'), 401);
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
    await page.getByLabel('Usage alerts').fill('50, 90');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('button', { name: 'Change to Starter' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Starter' }).getByText('Current plan').waitFor();
    await visitor.check('billing');
  });

  test('a test event reaches the receiver, and a secret is shown once', async () => {
    const { page } = visitor;
    await page.goto('/account/webhooks');
    await page.getByLabel('URL').fill(opened.receiverUrl);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Delivered: the receiver answered 200').waitFor();
    await page.getByRole('button', { name: 'Create secret' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await visitor.check('webhooks');
    await page.reload();
    await page.getByRole('button', { name: 'Replace secret' }).waitFor();
    assert.equal(await page.getByText(/^whsec_/).count(), 0);
    assert.equal(await page.getByLabel('URL').inputValue(), opened.receiverUrl);
  });

  test('the account is verified by the mailed link, after a click', async () => {
    const { page } = visitor;
    await page.goto('/account');
    await page.getByText('Not verified').waitFor();
    await visitor.check('profile');
    await page.goto(await mailedLink('verify-email'));
    await visitor.check('verify-email');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Your email address is verified.').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  });

  test('a second factor is asked for at the sign-in, after a reset by mail too', async () => {
    const { page } = visitor;
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
    await visitor.check('security-setup');
    await page.getByLabel('Code').fill(generateSync({ secret }));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = page.getByRole('status').getByRole('listitem');
    await recovery.first().waitFor();
    assert.equal(await recovery.count(), 10);
    const recoveryCode = (await recovery.first().textContent()) ?? '';
    await visitor.check('security');

    await page.getByRole('button', { name: 'ann', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Forgot' }).click();
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await visitor.check('forgot-password');
    await page.goto(await mailedLink('reset-password'));
    await visitor.check('reset-password');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();

    visitor.expectStatuses([401]);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Code').fill(recoveryCode);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  });

  /** Mails are sent after the answer, with long lines broken. */
  async function mailedLink(path: string): Promise<string> {
    const pattern = new RegExp(`/${path}#[0-9A-Za-z]+`);
    for (;;) {
      const mails = (await opened.service.mails()).map((mail) => mail.replaceAll('=\n', ''));
      const link = pattern.exec(mails.findLast((mail) => pattern.test(mail)) ?? '');
      if (link) return link[0];
      await visitor.page.waitForTimeout(100);
    }
  }
});
