import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { readZip } from '../../tests/support/read-zip.ts';
import { type Console, checkAccessibility, openConsole, type Visitor } from './support/console.ts';
import { mailedLink } from './support/mailed-link.ts';

const EMAIL = 'rosa@example.com';
const NEW_EMAIL = 'rosa.new@example.com';
const PASSWORD = 'a long sentence that nobody guesses';
const RESET_PASSWORD = 'another long sentence for the door';
const LAST_PASSWORD = 'the third sentence is long as well';

describe('the account, its owner and its safety', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    opened = await openConsole();
    visitor = await opened.visitor();
    await visitor.signUp(EMAIL, PASSWORD);
  });
  after(() => opened?.close());

  test('the address is verified by the mailed link, after a click', async () => {
    const { page } = visitor;
    await page.goto('/account');
    await page.getByText('Not verified').waitFor();
    await visitor.check('profile');
    await page.goto(await mailedLink(opened.service, EMAIL, 'verify-email'));
    await visitor.check('verify-email');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Your email address is verified.').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  });

  test('what happened to the account is listed', async () => {
    const { page } = visitor;
    await page.goto('/account/security');
    await page.getByRole('cell', { name: 'Account created' }).waitFor();
    await page.getByRole('cell', { name: 'Email address verified' }).waitFor();
    await visitor.check('security-log');
  });

  test('the name and the email address are changed', async () => {
    const { page } = visitor;
    await page.goto('/account');
    await page.getByLabel('Name').fill('Rosa Example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Rosa Example', exact: true }).waitFor();
    visitor.expectStatuses([403]);
    const change = async (password: string) => {
      await page.getByLabel('New email address').fill(NEW_EMAIL);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Change the email address' }).click();
    };
    await change('a guess');
    await page
      .getByRole('alert')
      .getByText(/^Request \S+$/)
      .waitFor();
    await change(PASSWORD);
    await page.getByText(`A mail is on its way to ${NEW_EMAIL}`).waitFor();
    await page.goto(await mailedLink(opened.service, NEW_EMAIL, 'verify-email'));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.goto('/account');
    await page.getByText(NEW_EMAIL).first().waitFor();
  });

  test('a second factor is asked for at the sign-in, after a reset by mail too, and turned off', async () => {
    const { page } = visitor;
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? '';
    await visitor.check('security-setup');
    await page.getByLabel('Code').fill(generateSync({ secret }));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Turn on' }).click();
    const recovery = page.getByRole('status').getByRole('listitem');
    await recovery.first().waitFor();
    assert.equal(await recovery.count(), 10);
    const recoveryCode = (await recovery.first().textContent()) ?? '';
    await visitor.check('security');

    await page.getByRole('button', { name: 'Rosa Example', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Forgot' }).click();
    // The page before has a field of that name, too, and stays until this one is loaded.
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
    await page.getByLabel('Email').fill(NEW_EMAIL);
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByText('a link is on its way').waitFor();
    await visitor.check('forgot-password');
    await page.goto(await mailedLink(opened.service, NEW_EMAIL, 'reset-password'));
    await visitor.check('reset-password');
    const revokes = page.getByRole('checkbox', { name: /Revoke all API keys and passkeys/ });
    await page.getByText('API keys and passkeys keep working').waitFor();
    await revokes.check();
    await page.getByText('all API keys and passkeys stop working').waitFor();
    await revokes.uncheck();
    await page.getByLabel('New password').fill(RESET_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();

    visitor.expectStatuses([401]);
    // Each code works once, so this is the next one.
    const epoch = Math.floor(Date.now() / 1_000) + 30;
    await signIn(visitor, RESET_PASSWORD);
    await page.getByLabel('Code').fill(generateSync({ secret, epoch }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();

    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByLabel('Code').fill(recoveryCode);
    await page.getByLabel('Password', { exact: true }).fill(RESET_PASSWORD);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });

  test('a session that is ended, by hand or with the old password, leads to the sign-in', async () => {
    const { page } = visitor;
    const elsewhere = await opened.visitor();
    elsewhere.expectStatuses([401]);
    await signInElsewhere(elsewhere, RESET_PASSWORD);
    await elsewhere.page.goto('/account/keys');
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
    await page.getByText('Ended.').first().waitFor();
    await elsewhere.page.getByRole('link', { name: 'Webhooks' }).click();
    await elsewhere.page.waitForURL('**/sign-in?next=*webhooks');

    await signInElsewhere(elsewhere, RESET_PASSWORD);
    await page.getByLabel('Current password').fill(RESET_PASSWORD);
    await page.getByLabel('New password').fill(LAST_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password was changed.').first().waitFor();
    await page.getByRole('row', { name: /This session/ }).waitFor();
    await elsewhere.page.reload();
    await elsewhere.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('everything is exported, and the account is deleted', async () => {
    const { page } = visitor;
    await page.goto('/account');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download archive' }).click();
    const archive = readZip(await readFile(await (await download).path()));
    const profile: unknown = JSON.parse(String(archive.get('account.json')));
    assert.equal((profile as { email: string }).email, NEW_EMAIL);

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    const remove = async (password: string) => {
      await dialog.getByLabel('Password').fill(password);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
    };
    await remove('a guess');
    await dialog
      .getByRole('alert')
      .getByText(/^Request \S+$/)
      .waitFor();
    await checkAccessibility(page, 'delete account');
    await remove(LAST_PASSWORD);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await signIn(visitor, LAST_PASSWORD);
    await page.getByText('The email address or the password is wrong.').waitFor();
  });

  async function signIn({ page }: Visitor, password: string): Promise<void> {
    await page.getByLabel('Email').fill(NEW_EMAIL);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  async function signInElsewhere(other: Visitor, password: string): Promise<void> {
    await other.page.goto('/sign-in');
    await signIn(other, password);
    await other.page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
  }
});
