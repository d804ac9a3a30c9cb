import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { ADMIN_EMAIL, GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { type Browser, openBrowser, signUpBrowser } from '../testing/browser.ts';

const DAY_MS = 24 * 60 * 60_000;
const NEW_PASSWORD = 'seven quiet lanterns drift';

describe('changing the name and the email address', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const mailsTo = async (email: string) => (await tenancy.mails()).filter(({ to }) => to === email);
  const lastToken = async (email: string) => (await mailsTo(email)).at(-1)?.token ?? '';
  const change = (browser: Browser, email: string, more: object = {}) =>
    browser.call('POST', '/api/account/email', { email, password: GOOD_PASSWORD, ...more });
  const verify = (token: string) =>
    openBrowser(tenancy).auth({ action: 'verify', token, password: GOOD_PASSWORD });
  const signIn = async (email: string) =>
    (await openBrowser(tenancy).auth({ action: 'signin', email, password: GOOD_PASSWORD })).statusCode;
  const userOf = async (browser: Browser) => (await browser.call('GET', '/api/me')).json().user;

  test('the name is changed at once, without spaces around it or control characters in it', async () => {
    const { browser } = await signUpBrowser(tenancy, 'named@example.com');
    const reply = await browser.call('PATCH', '/api/account', { name: ' Ada Lovelace ' });
    assert.deepEqual([reply.statusCode, reply.json().user.name], [200, 'Ada Lovelace']);
    assert.equal((await userOf(browser)).name, 'Ada Lovelace');
    assert.equal((await browser.call('PATCH', '/api/account', { name: 'A\nB' })).statusCode, 400);
    assert.equal((await openBrowser(tenancy).call('PATCH', '/api/account', { name: 'A' })).statusCode, 401);
  });

  test('the address changes when the mailed link comes back, and the old one is told', async () => {
    const { browser, accountId } = await signUpBrowser(tenancy, 'old@example.com');
    const firstLink = await lastToken('old@example.com');
    assert.equal((await change(browser, 'new@example.com')).statusCode, 202);
    assert.equal((await userOf(browser)).email, 'old@example.com', 'not before');
    const token = await lastToken('new@example.com');
    const replies = await Promise.all([verify(token), verify(token)]);
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [200, 400]);
    const user = await userOf(browser);
    assert.deepEqual([user.email, user.email_verified], ['new@example.com', true]);
    assert.deepEqual(
      tenancy.verified.filter((id) => id === accountId),
      [accountId],
    );
    assert.deepEqual([await signIn('new@example.com'), await signIn('old@example.com')], [200, 401]);
    const notice = (await mailsTo('old@example.com')).at(-1)?.text ?? '';
    assert.match(notice, /address of your Vox Humana account was changed/);
    assert.equal((await verify(firstLink)).json().code, 'token_invalid', 'links to the old address end');
    assert.equal((await signUpBrowser(tenancy, 'old@example.com')).apiKey.length > 0, true);
  });

  test('needs the password, and a code where two-factor authentication is on', async () => {
    const { browser } = await signUpBrowser(tenancy, 'guarded@example.com');
    const wrong = await change(browser, 'guarded-new@example.com', { password: 'guess' });
    assert.deepEqual([wrong.statusCode, wrong.json().code], [403, 'wrong_password']);
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const code = () => {
      const counter = Math.floor(tenancy.clock.now().getTime() / 30_000);
      return generateSync({ strategy: 'hotp', secret, counter });
    };
    await browser.call('POST', '/api/auth/2fa/enable', { code: code(), password: GOOD_PASSWORD });
    const asked = await change(browser, 'guarded-new@example.com');
    assert.deepEqual([asked.statusCode, asked.json().code], [401, 'totp_required']);
    assert.equal((await mailsTo('guarded-new@example.com')).length, 0);
    tenancy.clock.advanceMs(30_000);
    assert.equal((await change(browser, 'guarded-new@example.com', { totp: code() })).statusCode, 202);
  });

  test('does not reveal who has an account, and never takes an address from one', async () => {
    const { browser } = await signUpBrowser(tenancy, 'curious@example.com');
    await signUpBrowser(tenancy, 'owner@example.com');
    const replies = [await change(browser, 'OWNER@example.com'), await change(browser, 'nobody@example.com')];
    for (const reply of replies) assert.deepEqual([reply.statusCode, reply.json()], [202, { ok: true }]);
    const told = (await mailsTo('OWNER@example.com')).at(-1);
    assert.deepEqual([told?.token, /Nothing was changed/.test(told?.text ?? '')], ['', true]);
    const token = await lastToken('nobody@example.com');
    await signUpBrowser(tenancy, 'Nobody@example.com');
    assert.equal((await verify(token)).json().code, 'email_taken');
    assert.equal((await userOf(browser)).email, 'curious@example.com');
    assert.equal((await change(browser, 'curious@example.com')).json().code, 'email_unchanged');
    assert.equal((await change(browser, 'no address')).json().code, 'email_invalid');
  });

  test('only the newest link works, for 24 hours, and a new password voids it', async () => {
    const { browser } = await signUpBrowser(tenancy, 'restless@example.com');
    await change(browser, 'first@example.com');
    await change(browser, 'second@example.com');
    const invalid = async (email: string) =>
      assert.equal((await verify(await lastToken(email))).json().code, 'token_invalid');
    await invalid('first@example.com');
    tenancy.clock.advanceMs(DAY_MS);
    await invalid('second@example.com');
    await change(browser, 'third@example.com');
    const passwords = { password: GOOD_PASSWORD, new_password: NEW_PASSWORD };
    assert.equal((await browser.call('POST', '/api/account/password', passwords)).statusCode, 204);
    await invalid('third@example.com');
  });

  test('the owner of an address cannot be made to give it to the account of somebody else', async () => {
    const { browser } = await signUpBrowser(tenancy, 'thief@example.com');
    await change(browser, 'victim@example.com');
    const link = { action: 'verify', token: await lastToken('victim@example.com') };
    const opened = await openBrowser(tenancy).auth(link);
    assert.deepEqual([opened.statusCode, opened.json().code], [403, 'sign_in_first']);
    assert.equal((await userOf(browser)).email, 'thief@example.com');
  });

  test('an administrator’s address is taken on only by who is signed in to the account', async () => {
    const { browser } = await signUpBrowser(tenancy, 'plain@example.com');
    await change(browser, ADMIN_EMAIL);
    const token = await lastToken(ADMIN_EMAIL);
    const unproven = await openBrowser(tenancy).auth({ action: 'verify', token });
    assert.equal(unproven.json().code, 'sign_in_first');
    assert.equal((await browser.auth({ action: 'verify', token })).statusCode, 200);
    assert.equal((await userOf(browser)).admin, true);
  });
});
