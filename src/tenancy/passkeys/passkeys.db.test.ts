import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { sql } from '../../platform/database/index.ts';
import { ADMIN_EMAIL, GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { type Authenticator, createAuthenticator, type Lie } from '../testing/authenticator.ts';
import { type Browser, openBrowser, signUpBrowser } from '../testing/browser.ts';
import { sweepPasskeyChallenges } from './index.ts';

const USER_PRESENT_ONLY = 1;
const MINUTE_MS = 60_000;

describe('passkeys', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const creation = (browser: Browser, proof: object = { password: GOOD_PASSWORD }) =>
    browser.call('POST', '/api/auth/passkeys/options', proof);

  async function add(browser: Browser, device = createAuthenticator(), lie: Lie = {}) {
    const asked = await creation(browser);
    assert.equal(asked.statusCode, 200, asked.body);
    const response = device.create(asked.json().options, lie);
    return browser.call('POST', '/api/auth/passkeys', { name: 'My laptop', response });
  }

  async function enrol(email: string) {
    const { browser, accountId } = await signUpBrowser(tenancy, email);
    const device = createAuthenticator();
    const added = await add(browser, device);
    assert.equal(added.statusCode, 201, added.body);
    return { browser, accountId, device, id: added.json().id as string };
  }

  const options = async (browser: Browser) =>
    (await browser.auth({ action: 'passkey_options' })).json().options;

  async function enter(device: Authenticator, lie: Lie = {}, browser = openBrowser(tenancy, '192.0.2.9')) {
    const response = device.get(await options(browser), lie);
    return browser.auth({ action: 'passkey', response });
  }

  const outcome = (reply: { statusCode: number; json(): { code?: string } }) => [
    reply.statusCode,
    reply.json().code,
  ];
  const REFUSED = [401, 'passkey_rejected'];
  const NOT_ADDED = [400, 'passkey_rejected'];

  test('is added, listed, renamed, signs in, and is removed', async () => {
    const { browser, device, id } = await enrol('whole@example.com');
    const other = openBrowser(tenancy, '192.0.2.9');
    const entered = await enter(device, {}, other);
    assert.equal(entered.statusCode, 200, entered.body);
    assert.equal(entered.json().user.email, 'whole@example.com');
    assert.equal((await other.call('GET', '/api/me')).json().user.email, 'whole@example.com');
    const renamed = await browser.call('PATCH', `/api/auth/passkeys/${id}`, { name: 'Telephone' });
    assert.equal(renamed.json().name, 'Telephone');
    const { passkeys } = (await browser.call('GET', '/api/auth/passkeys')).json();
    assert.equal(passkeys.length, 1);
    assert.equal(passkeys[0].last_used_at, tenancy.clock.now().toISOString());
    const guess = await browser.call('DELETE', `/api/auth/passkeys/${id}`, { password: 'a guess' });
    assert.deepEqual(outcome(guess), [403, 'wrong_password']);
    assert.deepEqual(outcome(await browser.call('DELETE', `/api/auth/passkeys/${id}`, {})), [
      400,
      'invalid_request',
    ]);
    const proof = { password: GOOD_PASSWORD };
    assert.equal((await browser.call('DELETE', `/api/auth/passkeys/${id}`, proof)).statusCode, 204);
    assert.equal((await browser.call('DELETE', `/api/auth/passkeys/${id}`, proof)).statusCode, 404);
    assert.deepEqual(outcome(await enter(device)), REFUSED);
    assert.equal((await other.call('GET', '/api/me')).json().user, null, 'the session it opened has ended');
    const log = (await browser.call('GET', '/api/account/audit-log')).json();
    const events = JSON.stringify(log);
    for (const event of ['passkey.added', 'passkey.changed', 'passkey.removed'])
      assert.ok(events.includes(event), event);
  });

  test('403, 401: adding one needs the password, and the code where there is one', async () => {
    const { browser } = await signUpBrowser(tenancy, 'proof@example.com');
    assert.deepEqual(outcome(await creation(browser, {})), [400, 'invalid_request']);
    assert.deepEqual(outcome(await creation(browser, { password: 'a guess' })), [403, 'wrong_password']);
    const { secret } = (await browser.call('POST', '/api/auth/2fa/setup')).json();
    const code = () => generateSync({ secret, epoch: tenancy.clock.now().getTime() / 1000 });
    const proof = { password: GOOD_PASSWORD, code: code() };
    assert.equal((await browser.call('POST', '/api/auth/2fa/enable', proof)).statusCode, 200);
    assert.deepEqual(outcome(await creation(browser)), [401, 'totp_required']);
    tenancy.clock.advanceMs(MINUTE_MS);
    const asked = await creation(browser, { password: GOOD_PASSWORD, totp: code() });
    assert.equal(asked.statusCode, 200, asked.body);
    const device = createAuthenticator();
    const response = device.create(asked.json().options);
    await browser.call('POST', '/api/auth/passkeys', { name: 'Key', response });
    assert.equal((await enter(device)).statusCode, 200, 'the passkey is both factors');
    const byPassword = await openBrowser(tenancy).auth({
      action: 'signin',
      email: 'proof@example.com',
      password: GOOD_PASSWORD,
    });
    assert.deepEqual(outcome(byPassword), [401, 'totp_required']);
  });

  test('whoever has just signed in with a passkey adds another without the password', async () => {
    const { device } = await enrol('recent@example.com');
    const browser = openBrowser(tenancy);
    await enter(device, {}, browser);
    const asked = await creation(browser, {});
    assert.equal(asked.statusCode, 200, asked.body);
    assert.deepEqual(
      asked.json().options.excludeCredentials.map((known: { id: string }) => known.id),
      [device.id],
    );
    tenancy.clock.advanceMs(11 * MINUTE_MS);
    assert.deepEqual(outcome(await creation(browser, {})), [400, 'invalid_request']);
  });

  for (const [what, lie] of [
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['a challenge of its own', { challenge: 'bm90IG91cnM' }],
    ['no user verification', { flags: USER_PRESENT_ONLY }],
    ['another ceremony', { type: 'webauthn.other' }],
  ] as const) {
    test(`refuses ${what}, when it is added and at sign-in`, async () => {
      const email = `${what.replaceAll(' ', '-')}@example.com`;
      const { browser, device } = await enrol(email);
      assert.deepEqual(outcome(await add(browser, createAuthenticator(), lie)), NOT_ADDED);
      assert.deepEqual(outcome(await enter(device, lie)), REFUSED);
      assert.equal((await enter(device)).statusCode, 200);
    });
  }

  test('a challenge works once, even if it fails, and for five minutes', async () => {
    const { browser, device } = await enrol('replay@example.com');
    const elsewhere = openBrowser(tenancy);
    const asked = await options(elsewhere);
    const wrong = device.get(asked, { flags: USER_PRESENT_ONLY });
    assert.deepEqual(outcome(await elsewhere.auth({ action: 'passkey', response: wrong })), REFUSED);
    const late = device.get(asked);
    assert.deepEqual(outcome(await elsewhere.auth({ action: 'passkey', response: late })), REFUSED);
    const response = device.get(await options(elsewhere));
    const both = [1, 2].map(() => openBrowser(tenancy).auth({ action: 'passkey', response }));
    const statuses = (await Promise.all(both)).map((reply) => reply.statusCode).sort();
    assert.deepEqual(statuses, [200, 401]);
    const { options: creationOptions } = (await creation(browser)).json();
    const second = { name: 'Second', response: createAuthenticator().create(creationOptions) };
    assert.equal((await browser.call('POST', '/api/auth/passkeys', second)).statusCode, 201);
    const third = { name: 'Third', response: createAuthenticator().create(creationOptions) };
    assert.deepEqual(outcome(await browser.call('POST', '/api/auth/passkeys', third)), NOT_ADDED);
    const old = await options(elsewhere);
    tenancy.clock.advanceMs(5 * MINUTE_MS);
    const expired = await elsewhere.auth({ action: 'passkey', response: device.get(old) });
    assert.deepEqual(outcome(expired), REFUSED);
    assert.ok((await sweepPasskeyChallenges(tenancy)) >= 1);
  });

  test('a challenge to add belongs to its account and does not sign in', async () => {
    const { browser, device } = await enrol('mine@example.com');
    const { browser: stranger } = await signUpBrowser(tenancy, 'theirs@example.com');
    const { options: asked } = (await creation(browser)).json();
    const response = createAuthenticator().create(asked);
    const stolen = await stranger.call('POST', '/api/auth/passkeys', { name: 'Stolen', response });
    assert.deepEqual(outcome(stolen), NOT_ADDED);
    const signedIn = device.get({ challenge: asked.challenge, rpId: 'localhost' });
    assert.deepEqual(outcome(await stranger.auth({ action: 'passkey', response: signedIn })), REFUSED);
  });

  test('the passkey of another account is out of reach', async () => {
    const { device, id } = await enrol('victim@example.com');
    const { browser, device: own } = await enrol('attacker@example.com');
    const proof = { password: GOOD_PASSWORD };
    assert.equal((await browser.call('DELETE', `/api/auth/passkeys/${id}`, proof)).statusCode, 404);
    assert.equal((await browser.call('PATCH', `/api/auth/passkeys/${id}`, { name: 'x' })).statusCode, 404);
    const claimed = own.get(await options(browser));
    const forged = { ...claimed, id: device.id, rawId: device.id };
    assert.deepEqual(outcome(await browser.auth({ action: 'passkey', response: forged })), REFUSED);
    assert.equal((await enter(device)).json().user.email, 'victim@example.com');
    assert.deepEqual(outcome(await add(browser, device)), [409, 'passkey_exists']);
  });

  test('refuses a copy, whose counter is behind', async () => {
    const { device } = await enrol('copied@example.com');
    device.counter = 10;
    assert.equal((await enter(device)).statusCode, 200);
    device.counter = 5;
    assert.deepEqual(outcome(await enter(device)), REFUSED);
    device.counter = 11;
    assert.equal((await enter(device)).statusCode, 200);
  });

  test('failures lock the passkey for their address, and are in the log', async () => {
    const { device, browser } = await enrol('locked@example.com');
    for (let index = 0; index < 5; index++) await enter(device, { origin: 'https://evil.example' });
    assert.deepEqual(outcome(await enter(device)), [429, 'locked']);
    assert.equal((await enter(device, {}, openBrowser(tenancy, '198.51.100.7'))).statusCode, 200);
    const log = (await browser.call('GET', '/api/account/audit-log')).body;
    assert.ok(log.includes('sign_in.failed'));
  });

  test('409 passkey_limit: an account has at most 20', async () => {
    const { browser, accountId, device } = await enrol('many@example.com');
    await sql`
      INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
      SELECT gen_random_uuid(), ${accountId}, uuid_send(gen_random_uuid()), public_key, 0, transports, name, now()
      FROM passkeys, generate_series(1, 18)
      WHERE credential_id = ${Buffer.from(device.id, 'base64url')}::bytea`.execute(tenancy.db);
    const first = (await creation(browser)).json();
    const second = (await creation(browser)).json();
    const replies = [first, second].map(({ options: asked }) =>
      browser.call('POST', '/api/auth/passkeys', {
        name: 'One more',
        response: createAuthenticator().create(asked),
      }),
    );
    const statuses = (await Promise.all(replies)).map((reply) => reply.statusCode).sort();
    assert.deepEqual(statuses, [201, 409]);
    assert.deepEqual(outcome(await creation(browser)), [409, 'passkey_limit']);
  });

  test('does not survive a takeover of an unverified address', async () => {
    const { device, browser } = await enrol('owner@example.com');
    const waiting = (await creation(browser)).json().options;
    const mail = (await tenancy.mails()).findLast(({ to }) => to === 'owner@example.com');
    const taken = await openBrowser(tenancy).auth({ action: 'verify', token: mail?.token });
    assert.equal(taken.json().taken_over, true);
    assert.deepEqual(outcome(await enter(device)), REFUSED);
    const { rows } = await sql`SELECT FROM passkey_challenges c JOIN accounts a ON a.id = c.account_id
      WHERE a.email = 'owner@example.com'`.execute(tenancy.db);
    assert.equal(rows.length, 0, waiting.challenge);
  });

  test('survives a reset, but not one that revokes the keys', async () => {
    const email = 'reset@example.com';
    const { device } = await enrol(email);
    await sql`UPDATE accounts SET email_verified_at = now() WHERE email = ${email}`.execute(tenancy.db);
    const reset = async (revoke_keys: boolean) => {
      await openBrowser(tenancy).auth({ action: 'forgot', email });
      const mail = (await tenancy.mails()).findLast(
        ({ to, text }) => to === email && text.includes('/reset-password'),
      );
      const password = 'nine violins under the harbour';
      const body = { action: 'reset', token: mail?.token, password, revoke_keys };
      assert.equal((await openBrowser(tenancy).auth(body)).statusCode, 200);
    };
    await reset(false);
    assert.equal((await enter(device)).statusCode, 200);
    await reset(true);
    assert.deepEqual(outcome(await enter(device)), REFUSED);
  });

  test('a neighbour who uses up the limit of an address does not keep its residents from signing in', async () => {
    const shared = '203.0.113.200';
    const resident = await enrol('resident-with-passkey@example.com');
    const newcomer = await enrol('newcomer-with-passkey@example.com');
    assert.equal((await enter(resident.device, {}, openBrowser(tenancy, shared))).statusCode, 200);
    const neighbour = openBrowser(tenancy, shared);
    for (let index = 0; index < 61; index++) await neighbour.auth({ action: 'signout' });
    assert.equal((await neighbour.auth({ action: 'signout' })).statusCode, 429);
    assert.equal((await enter(resident.device, {}, openBrowser(tenancy, shared))).statusCode, 200);
    const fresh = await enter(newcomer.device, {}, openBrowser(tenancy, shared));
    assert.deepEqual(outcome(fresh), [429, 'rate_limited']);
    const proof = { password: GOOD_PASSWORD };
    await newcomer.browser.call('DELETE', `/api/auth/passkeys/${newcomer.id}`, proof);
    const unknown = await enter(newcomer.device, {}, openBrowser(tenancy, shared));
    assert.deepEqual(outcome(unknown), [429, 'rate_limited']);
  });

  test('asking to sign in stores nothing, however often', async () => {
    const stored = async () => (await sql`SELECT FROM passkey_challenges`.execute(tenancy.db)).rows.length;
    const before = await stored();
    for (let index = 0; index < 5; index++) await options(openBrowser(tenancy, '192.0.2.200'));
    assert.equal(await stored(), before);
  });

  test('hostile responses are refused, not errors', async () => {
    const { browser, device } = await enrol('hostile@example.com');
    let addresses = 1;
    const good = device.get(await options(browser));
    for (const part of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']) {
      for (const value of ['AA', '_'.repeat(100), Buffer.from('null').toString('base64url')]) {
        const fresh = device.get(await options(browser));
        const response = { ...fresh, response: { ...fresh.response, [part]: value } };
        const elsewhere = openBrowser(tenancy, `203.0.113.${addresses++}`);
        const reply = await elsewhere.auth({ action: 'passkey', response });
        assert.deepEqual(outcome(reply), REFUSED, `${part}: ${reply.body}`);
      }
    }
    for (const id of ['', '*', 'x'.repeat(5000)]) {
      const reply = await browser.auth({ action: 'passkey', response: { ...good, id } });
      assert.equal(reply.statusCode, 400);
    }
    assert.deepEqual(outcome(await browser.auth({ action: 'passkey' })), [400, 'invalid_request']);
    for (const part of ['clientDataJSON', 'attestationObject']) {
      const made = createAuthenticator().create((await creation(browser)).json().options);
      const response = { ...made, response: { ...made.response, [part]: 'AAAA' } };
      const reply = await browser.call('POST', '/api/auth/passkeys', { name: 'Bad', response });
      assert.deepEqual(outcome(reply), NOT_ADDED);
    }
  });
});

test('in production, a session that a passkey opened has the second factor of an administrator', async () => {
  const tenancy = await openTenancy({ production: true });
  try {
    const { browser } = await signUpBrowser(tenancy, ADMIN_EMAIL);
    await sql`UPDATE accounts SET email_verified_at = now()`.execute(tenancy.db);
    const probe = async (by: Browser) => {
      const { csrf_token: csrf } = (await by.call('GET', '/api/me')).json();
      return by.call('POST', '/api/admin/probe', {}, { 'x-csrf-token': csrf });
    };
    const device = createAuthenticator();
    const { options } = (
      await browser.call('POST', '/api/auth/passkeys/options', { password: GOOD_PASSWORD })
    ).json();
    const added = await browser.call('POST', '/api/auth/passkeys', {
      name: 'Key',
      response: device.create(options),
    });
    assert.equal(added.statusCode, 201, added.body);
    assert.equal(
      (await probe(browser)).json().code,
      'second_factor_required',
      'the password alone is one factor',
    );
    const safe = openBrowser(tenancy);
    const { options: asked } = (await safe.auth({ action: 'passkey_options' })).json();
    await safe.auth({ action: 'passkey', response: device.get(asked) });
    assert.equal((await probe(safe)).statusCode, 200);
    const url = `/api/auth/passkeys/${added.json().id}`;
    assert.equal((await safe.call('DELETE', url, { password: GOOD_PASSWORD })).statusCode, 204);
    assert.equal((await probe(safe)).json().code, 'second_factor_required', 'the passkey is gone');
  } finally {
    await tenancy.close();
  }
});
