import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ADMIN_EMAIL, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { listAdministrators, NoSuchAccount, setAdmin } from './index.ts';

describe('administrators', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const isAdmin = async (browser: Awaited<ReturnType<typeof signUpBrowser>>['browser']) =>
    (await browser.call('GET', '/api/me')).json().user.admin;

  test('an address in ADMIN_EMAILS counts only once verified, from a browser that is signed in to it', async () => {
    const { browser } = await signUpBrowser(tenancy, ADMIN_EMAIL.toUpperCase());
    assert.equal(await isAdmin(browser), false);
    const [mail] = await tenancy.mails();
    assert.equal(mail?.to.toLowerCase(), ADMIN_EMAIL);
    const verify = { action: 'verify', token: mail?.token };
    // The owner of the address opens a link that somebody else asked for.
    const owner = await openBrowser(tenancy).auth(verify);
    assert.equal(owner.statusCode, 403);
    assert.equal(owner.json().code, 'sign_in_first');
    assert.equal(await isAdmin(browser), false);
    assert.equal((await browser.auth(verify)).statusCode, 200);
    assert.equal(await isAdmin(browser), true);
  });

  test('a grant makes an administrator at once, and revoking it takes effect at once', async () => {
    const { browser } = await signUpBrowser(tenancy, 'granted@example.com');
    const { csrf_token } = (await browser.call('GET', '/api/me')).json();
    const act = () => browser.call('POST', '/api/admin/probe', {}, { 'x-csrf-token': csrf_token });
    assert.equal((await act()).statusCode, 403);
    const granted = await setAdmin(tenancy, ' Granted@Example.com', true);
    assert.deepEqual([granted.email, granted.emailVerified], ['granted@example.com', false]);
    assert.equal((await act()).statusCode, 200);
    const listed = await listAdministrators(tenancy.db, [ADMIN_EMAIL]);
    assert.deepEqual(
      listed.map(({ email, adminGranted }) => ({ email, adminGranted })),
      [
        { email: 'granted@example.com', adminGranted: true },
        { email: ADMIN_EMAIL.toUpperCase(), adminGranted: false },
      ],
    );
    await setAdmin(tenancy, 'granted@example.com', false);
    assert.equal((await act()).statusCode, 403);
  });

  test('an address without an account cannot be granted anything', async () => {
    await assert.rejects(setAdmin(tenancy, 'nobody@example.com', true), NoSuchAccount);
  });
});
