import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { sql } from '../../platform/database/index.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { printPasswordReset, sweepTokens } from './index.ts';

const NEW_PASSWORD = 'seven quiet lanterns drift';
const MINUTE_MS = 60_000;

describe('verification and recovery by mail', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const auth = (body: Record<string, unknown>) => openBrowser(tenancy).auth(body);
  const mailsTo = async (email: string) => (await tenancy.mails()).filter(({ to }) => to === email);
  async function lastToken(email: string): Promise<string> {
    return (await mailsTo(email)).at(-1)?.token ?? '';
  }
  /** The token of the mail that was not there before: mails are sent in the background, in any order. */
  async function forgot(email: string): Promise<string> {
    const known = (await mailsTo(email)).map(({ token }) => token);
    assert.equal((await auth({ action: 'forgot', email })).statusCode, 200);
    return (await mailsTo(email)).find(({ token }) => !known.includes(token))?.token ?? '';
  }

  const codeNow = (secret: string) =>
    generateSync({ strategy: 'hotp', secret, counter: Math.floor(tenancy.clock.now().getTime() / 30_000) });

  test('sign-up mails a link that verifies the address once, within 24 hours', async () => {
    const { browser, accountId } = await signUpBrowser(tenancy, 'fresh@example.com');
    const token = await lastToken('fresh@example.com');
    const verify = () => browser.auth({ action: 'verify', token });
    assert.deepEqual((await verify()).json(), { ok: true });
    assert.equal((await browser.call('GET', '/api/me')).json().user.email_verified, true);
    const again = await verify();
    assert.equal(again.statusCode, 400);
    assert.equal(again.json().code, 'token_invalid');
    assert.deepEqual(
      tenancy.verified.filter((id) => id === accountId),
      [accountId],
    );
    assert.equal((await browser.call('POST', '/api/account/verification')).statusCode, 409);
  });

  test('a verification link expires after 24 hours and a new one can be mailed', async () => {
    const email = 'late@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    const old = await lastToken(email);
    tenancy.clock.advanceMs(24 * 60 * MINUTE_MS);
    assert.equal((await auth({ action: 'verify', token: old })).json().code, 'token_invalid');
    assert.equal((await browser.call('POST', '/api/account/verification')).statusCode, 202);
    assert.equal((await browser.auth({ action: 'verify', token: await lastToken(email) })).statusCode, 200);
    assert.ok((await sweepTokens(tenancy)) >= 1);
  });

  test('forgot responds the same for unknown addresses, and mails only known ones', async () => {
    await signUpBrowser(tenancy, 'known@example.com');
    const replies = [
      await auth({ action: 'forgot', email: 'known@example.com' }),
      await auth({ action: 'forgot', email: 'unknown@example.com' }),
    ];
    for (const reply of replies) assert.deepEqual([reply.statusCode, reply.json()], [200, { ok: true }]);
    assert.equal((await mailsTo('known@example.com')).length, 2);
    assert.equal((await mailsTo('unknown@example.com')).length, 0);
  });

  test('forgot responds before it has looked the address up', async (t) => {
    const composed = t.mock.method(tenancy.mailer, 'post', () => undefined);
    for (const email of ['known@example.com', 'unknown@example.com']) {
      assert.equal((await auth({ action: 'forgot', email })).statusCode, 200);
    }
    assert.equal(composed.mock.callCount(), 2);
  });

  test('an address gets at most five mails an hour', async () => {
    const email = 'flooded@example.com';
    await signUpBrowser(tenancy, email);
    for (let index = 0; index < 10; index++) await forgot(email);
    assert.equal((await mailsTo(email)).length, 5);
  });

  test('reset changes the password, ends every session and works once', async () => {
    const email = 'forgetful@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    const token = await forgot(email);
    const reset = (password: string) => auth({ action: 'reset', token, password });
    assert.equal((await reset('password')).json().code, 'password_common');
    assert.equal((await reset(NEW_PASSWORD)).statusCode, 200);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 401);
    assert.equal((await auth({ action: 'signin', email, password: GOOD_PASSWORD })).statusCode, 401);
    assert.equal((await auth({ action: 'signin', email, password: NEW_PASSWORD })).statusCode, 200);
    assert.equal((await reset(GOOD_PASSWORD)).json().code, 'token_invalid');
  });

  test('a reset link expires after 30 minutes', async () => {
    await signUpBrowser(tenancy, 'slow@example.com');
    const token = await forgot('slow@example.com');
    tenancy.clock.advanceMs(30 * MINUTE_MS);
    const reply = await auth({ action: 'reset', token, password: NEW_PASSWORD });
    assert.equal(reply.json().code, 'token_invalid');
  });

  test('of two resets that race with the same link, one wins', async () => {
    const email = 'race@example.com';
    await signUpBrowser(tenancy, email);
    const token = await forgot(email);
    const passwords = [NEW_PASSWORD, 'eight loud harbours sleep'];
    const replies = await Promise.all(
      passwords.map((password) => auth({ action: 'reset', token, password })),
    );
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [200, 400]);
    const winner = passwords[replies.findIndex(({ statusCode }) => statusCode === 200)];
    assert.equal((await auth({ action: 'signin', email, password: winner })).statusCode, 200);
  });

  test('a reset invalidates the account’s other reset links, and a token works only for its own purpose', async () => {
    const email = 'two-links@example.com';
    await signUpBrowser(tenancy, email);
    const verification = await lastToken(email);
    const first = await forgot(email);
    const second = await forgot(email);
    const reset = (token: string) => auth({ action: 'reset', token, password: NEW_PASSWORD });
    assert.equal((await reset(verification)).json().code, 'token_invalid');
    assert.equal((await auth({ action: 'verify', token: first })).json().code, 'token_invalid');
    assert.equal((await reset(second)).statusCode, 200);
    assert.equal((await reset(first)).json().code, 'token_invalid');
  });

  test('a squatter on an address loses all access when its owner resets the password', async () => {
    const email = 'squatted@example.com';
    const { browser, apiKey, accountId } = await signUpBrowser(tenancy, email);
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const code = codeNow(secret);
    assert.equal(
      (await browser.call('POST', '/api/auth/2fa/enable', { code, password: GOOD_PASSWORD })).statusCode,
      200,
    );
    const token = await forgot(email);
    assert.equal((await auth({ action: 'reset', token, password: NEW_PASSWORD })).statusCode, 200);
    const headers = { authorization: `Bearer ${apiKey}` };
    assert.equal((await tenancy.app.inject({ url: '/api/v1/probe', headers })).statusCode, 401);
    assert.equal((await auth({ action: 'signin', email, password: NEW_PASSWORD })).statusCode, 200);
    assert.ok(tenancy.verified.includes(accountId));
  });

  const worksWith = async (apiKey: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await tenancy.app.inject({ url: '/api/v1/probe', headers })).statusCode === 200;
  };

  test('a squatter on an address loses all access when its owner opens the verification link', async () => {
    const email = 'pre-hijacked@example.com';
    const { browser, apiKey } = await signUpBrowser(tenancy, email);
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const enable = { code: codeNow(secret), password: GOOD_PASSWORD };
    assert.equal((await browser.call('POST', '/api/auth/2fa/enable', enable)).statusCode, 200);
    const opened = await auth({ action: 'verify', token: await lastToken(email) });
    assert.deepEqual(opened.json(), { ok: true, taken_over: true });
    assert.equal(await worksWith(apiKey), false);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 401);
    const back = await auth({ action: 'signin', email, password: GOOD_PASSWORD });
    assert.equal(back.json().code, 'wrong_credentials');
    const token = await lastToken(email);
    assert.equal((await auth({ action: 'reset', token, password: NEW_PASSWORD })).statusCode, 200);
    assert.equal((await auth({ action: 'signin', email, password: NEW_PASSWORD })).statusCode, 200);
  });

  for (const way of ['verify', 'reset'] as const)
    test(`nothing that a squatter left acts on after its owner takes the account over by ${way}`, async () => {
      const email = `left-things-${way}@example.com`;
      const { browser, accountId } = await signUpBrowser(tenancy, email);
      const verification = await lastToken(email);
      await browser.call('POST', '/api/settings/webhook-secret');
      const hook = {
        webhookUrl: 'https://stranger.example/hook',
        webhookSigning: true,
        webhookRetries: true,
      };
      assert.equal((await browser.call('PATCH', '/api/settings', hook)).statusCode, 200);
      const change = { email: `stranger-${way}@example.com`, password: GOOD_PASSWORD };
      assert.equal((await browser.call('POST', '/api/account/email', change)).statusCode, 202);
      const token = way === 'verify' ? verification : await forgot(email);
      const taken = await auth({ action: way, token, password: way === 'reset' ? NEW_PASSWORD : undefined });
      assert.equal(taken.statusCode, 200, taken.body);
      const { rows } = await sql`
        SELECT webhook_url, webhook_signing, webhook_retries, webhook_dub_events, webhook_secret_at,
          webhook_secret_sealed, webhook_previous_secret_sealed,
          (SELECT count(*)::int FROM account_tokens t WHERE t.account_id = a.id AND t.purpose = 'change_email') AS changes
        FROM accounts a WHERE id = ${accountId}`.execute(tenancy.db);
      assert.deepEqual(rows, [
        {
          webhook_url: null,
          webhook_signing: false,
          webhook_retries: false,
          webhook_dub_events: false,
          webhook_secret_at: null,
          webhook_secret_sealed: null,
          webhook_previous_secret_sealed: null,
          changes: 0,
        },
      ]);
      assert.ok(tenancy.takenOver.includes(accountId));
    });

  test('an owner who verifies signed in, or elsewhere with the password, keeps the first key', async () => {
    const signedIn = await signUpBrowser(tenancy, 'same-browser@example.com');
    const here = { action: 'verify', token: await lastToken('same-browser@example.com') };
    assert.deepEqual((await signedIn.browser.auth(here)).json(), { ok: true });
    assert.equal(await worksWith(signedIn.apiKey), true);
    const elsewhere = await signUpBrowser(tenancy, 'telephone@example.com');
    const there = { action: 'verify', token: await lastToken('telephone@example.com') };
    const guess = await auth({ ...there, password: 'a guess' });
    assert.deepEqual([guess.statusCode, guess.json().code], [403, 'wrong_password']);
    const other = await signedIn.browser.auth(there);
    assert.deepEqual([other.statusCode, other.json().code], [403, 'sign_in_first']);
    assert.deepEqual((await auth({ ...there, password: GOOD_PASSWORD })).json(), { ok: true });
    assert.equal(await worksWith(elsewhere.apiKey), true);
    assert.equal((await elsewhere.browser.call('GET', '/api/keys')).statusCode, 200);
  });

  test('a reset revokes all keys where that is asked for', async () => {
    const email = 'leaked@example.com';
    const { browser, apiKey } = await signUpBrowser(tenancy, email);
    await browser.auth({ action: 'verify', token: await lastToken(email) });
    const token = await forgot(email);
    await auth({ action: 'reset', token, password: NEW_PASSWORD, revoke_keys: true });
    assert.equal(await worksWith(apiKey), false);
  });

  test('a reset of a verified account keeps its keys and its two-factor authentication', async () => {
    const email = 'steady@example.com';
    const { browser, apiKey } = await signUpBrowser(tenancy, email);
    await browser.auth({ action: 'verify', token: await lastToken(email) });
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const code = codeNow(secret);
    await browser.call('POST', '/api/auth/2fa/enable', { code, password: GOOD_PASSWORD });
    await auth({ action: 'reset', token: await forgot(email), password: NEW_PASSWORD });
    const headers = { authorization: `Bearer ${apiKey}` };
    assert.equal((await tenancy.app.inject({ url: '/api/v1/probe', headers })).statusCode, 200);
    const reply = await auth({ action: 'signin', email, password: NEW_PASSWORD });
    assert.equal(reply.json().code, 'totp_required');
  });

  test('a link printed on the machine changes the password and nothing else', async () => {
    const email = 'no-mail@example.com';
    const { browser, apiKey, accountId } = await signUpBrowser(tenancy, email);
    const link = await printPasswordReset({ ...tenancy, publicUrl: 'http://localhost' }, accountId);
    const token = link.split('#')[1];
    assert.equal((await auth({ action: 'reset', token, password: NEW_PASSWORD })).statusCode, 200);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 401);
    const headers = { authorization: `Bearer ${apiKey}` };
    assert.equal((await tenancy.app.inject({ url: '/api/v1/probe', headers })).statusCode, 200);
    assert.ok(!tenancy.verified.includes(accountId), 'it proves nothing about the address');
    const again = await auth({ action: 'reset', token, password: GOOD_PASSWORD });
    assert.equal(again.json().code, 'token_invalid');
    assert.equal((await auth({ action: 'signin', email, password: NEW_PASSWORD })).statusCode, 200);
  });

  test('keeps no token at rest', async () => {
    await signUpBrowser(tenancy, 'secretive@example.com');
    const token = await forgot('secretive@example.com');
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM account_tokens t`.execute(
      tenancy.db,
    );
    const hex = Buffer.from(token).toString('hex');
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token) && !row.includes(hex)));
  });

  test('changing the password needs the current one, ends the other sessions and voids mailed links', async () => {
    const email = 'careful@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    const other = openBrowser(tenancy);
    await other.auth({ action: 'signin', email, password: GOOD_PASSWORD });
    const token = await forgot(email);
    const change = (password: string, new_password: string) =>
      browser.call('POST', '/api/account/password', { password, new_password });
    const wrong = await change('not it', NEW_PASSWORD);
    assert.deepEqual([wrong.statusCode, wrong.json().code], [403, 'wrong_password']);
    assert.equal((await change(GOOD_PASSWORD, '12345678')).statusCode, 400);
    assert.equal((await change(GOOD_PASSWORD, NEW_PASSWORD)).statusCode, 204);
    assert.equal((await browser.call('GET', '/api/keys')).statusCode, 200);
    assert.equal((await other.call('GET', '/api/keys')).statusCode, 401);
    const reset = await auth({ action: 'reset', token, password: GOOD_PASSWORD });
    assert.equal(reset.json().code, 'token_invalid');
  });

  test('a stolen session cannot guess the password without end', async () => {
    const { browser } = await signUpBrowser(tenancy, 'stolen@example.com');
    const guess = () =>
      browser.call('POST', '/api/account/password', { password: 'guess', new_password: NEW_PASSWORD });
    for (let index = 0; index < 5; index++) assert.equal((await guess()).statusCode, 403);
    assert.equal((await guess()).json().code, 'locked');
  });

  test('mailed links carry their token in the fragment, which no server sees', async () => {
    const [mail] = await mailsTo('fresh@example.com');
    assert.ok(mail?.text.includes(`http://localhost/verify-email#${mail.token}`));
  });

  test('400: fields that an action needs are named', async () => {
    for (const [action, fields] of [
      ['forgot', ['body.email']],
      ['verify', ['body.token']],
      ['reset', ['body.token', 'body.password']],
    ] as const) {
      const reply = await auth({ action });
      assert.equal(reply.statusCode, 400);
      assert.deepEqual(
        reply.json().detail.map(({ path }: { path: string }) => path),
        fields,
      );
    }
  });
});
