import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Console, openConsole, type Visitor } from './support/console.ts';
import { freePort } from './support/service.ts';
import { openVisitor } from './support/visitor.ts';

const PASSWORD = 'a long sentence that nobody guesses';

/** Browsers have passkeys only for hosts with a name. */
describe('passkeys in a browser, with a device that verifies its user', () => {
  let opened: Console;
  let visitor: Visitor;
  before(async () => {
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    opened = await openConsole({ PORT: port, PUBLIC_URL: url });
    visitor = await openVisitor({ url }, opened.browser);
    const devices = await visitor.context.newCDPSession(visitor.page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await visitor.signUp('paula@example.com', PASSWORD);
  });
  after(async () => {
    await visitor?.close();
    await opened?.close();
  });

  test('one is added, renamed, signs in without a password, and is removed', async () => {
    const { page } = visitor;
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rename Laptop' }).click();
    await dialog.getByLabel('Name').fill('Telephone');
    await dialog.getByRole('button', { name: 'Rename the passkey' }).click();
    await page.getByRole('cell', { name: 'Telephone', exact: true }).waitFor();
    await page.context().clearCookies();
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: /Hello/ }).waitFor();
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Remove Telephone' }).click();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Remove the passkey' }).click();
    await page.getByRole('cell', { name: 'Telephone', exact: true }).waitFor({ state: 'detached' });
    assert.deepEqual(visitor.problems(), []);
  });
});
