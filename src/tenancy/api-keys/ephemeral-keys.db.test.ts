import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { type Browser, openBrowser, signUpBrowser } from '../testing/browser.ts';
import { createEphemeralKey, MAX_EPHEMERAL_KEYS, sweepEphemeralKeys } from './ephemeral-keys.ts';

const HOUR_MS = 3_600_000;

describe('ephemeral keys', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const probe = (key: string) =>
    tenancy.app.inject({ url: '/api/v1/probe', headers: { authorization: `Bearer ${key}` } });
  const statusOf = async (key: string) => (await probe(key)).statusCode;

  async function keyOf(browser: Browser): Promise<string> {
    const reply = await browser.call('POST', '/api/keys', { ephemeral: true });
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json().api_key;
  }

  async function signIn(email: string): Promise<Browser> {
    const browser = openBrowser(tenancy);
    assert.equal((await browser.auth({ action: 'signin', email, password: GOOD_PASSWORD })).statusCode, 200);
    return browser;
  }

  test('one works for an hour, to the millisecond, under the id of its session', async () => {
    const { browser, accountId } = await signUpBrowser(tenancy, 'hour@example.com');
    const created = (await browser.call('POST', '/api/keys', { ephemeral: true })).json();
    assert.match(created.api_key, /^ek_[0-9A-Za-z]{40}$/);
    assert.equal(Date.parse(created.expires_at), tenancy.clock.now().getTime() + HOUR_MS);
    const caller = (await probe(created.api_key)).json();
    const [session] = (await browser.call('GET', '/api/sessions')).json().sessions;
    assert.equal(caller.accountId, accountId);
    assert.deepEqual(caller.credential, { kind: 'ephemeral', id: session.id });
    tenancy.clock.advanceMs(HOUR_MS - 1);
    assert.equal(await statusOf(created.api_key), 200);
    tenancy.clock.advanceMs(1);
    assert.equal(await statusOf(created.api_key), 401);
  });

  test('one cannot create keys, is not listed and takes no place of an ordinary key', async () => {
    const { browser } = await signUpBrowser(tenancy, 'unlisted@example.com');
    const authorization = `Bearer ${await keyOf(browser)}`;
    const byKey = openBrowser(tenancy);
    for (const body of [{ ephemeral: true }, {}])
      assert.equal((await byKey.call('POST', '/api/keys', body, { authorization })).statusCode, 401);
    const { keys } = (await browser.call('GET', '/api/keys')).json();
    assert.equal(keys.length, 1);
    const created = (await browser.call('POST', '/api/keys', { name: 'Lasting' })).json();
    assert.equal(created.expires_at, null);
    assert.match(created.api_key, /^sk_live_/);
  });

  const endings: Record<string, (owner: { browser: Browser; email: string }) => Promise<unknown>> = {
    'signing out': ({ browser }) => browser.auth({ action: 'signout' }),
    'deleting the session': async ({ browser, email }) => {
      const [{ id }] = (await browser.call('GET', '/api/sessions')).json().sessions;
      return (await signIn(email)).call('DELETE', `/api/sessions/${id}`);
    },
    'deleting all other sessions': async ({ email }) => (await signIn(email)).call('DELETE', '/api/sessions'),
    'changing the password elsewhere': async ({ email }) =>
      (await signIn(email)).call('POST', '/api/account/password', {
        password: GOOD_PASSWORD,
        new_password: 'another quite different plum 77',
      }),
    'deleting the account': ({ browser }) =>
      browser.call('DELETE', '/api/account', { password: GOOD_PASSWORD }),
    'the end of the session by age': async () => {
      await sql`UPDATE sessions SET expires_at = ${tenancy.clock.now()}`.execute(tenancy.db);
    },
  };
  for (const [what, end] of Object.entries(endings)) {
    test(`${what} ends it`, async () => {
      const email = `${what.replaceAll(' ', '-')}@example.com`;
      const { browser, apiKey } = await signUpBrowser(tenancy, email);
      const key = await keyOf(browser);
      tenancy.clock.advanceMs(1);
      assert.equal(await statusOf(key), 200);
      await end({ browser, email });
      assert.equal(await statusOf(key), 401);
      if (what !== 'deleting the account') assert.equal(await statusOf(apiKey), 200);
    });
  }

  test('a session that has just ended gets none', async () => {
    const { browser } = await signUpBrowser(tenancy, 'late@example.com');
    const [{ id }] = (await browser.call('GET', '/api/sessions')).json().sessions;
    await browser.auth({ action: 'signout' });
    const late = tenancy.db
      .transaction()
      .execute((tx) =>
        createEphemeralKey({ tx, clock: tenancy.clock }, id, { name: 'late', permissions: null }),
      );
    await assert.rejects(late, { code: 'unauthorized' });
  });

  test('a session has ten, also when many are asked for at once; others keep theirs', async () => {
    const email = 'ten@example.com';
    const { browser } = await signUpBrowser(tenancy, email);
    const others = await keyOf(await signIn(email));
    const oldest = await keyOf(browser);
    tenancy.clock.advanceMs(1);
    const keys = await Promise.all(Array.from({ length: MAX_EPHEMERAL_KEYS + 5 }, () => keyOf(browser)));
    const statuses = await Promise.all(keys.map(statusOf));
    assert.equal(statuses.filter((status) => status === 200).length, MAX_EPHEMERAL_KEYS);
    assert.equal(await statusOf(oldest), 401);
    assert.equal(await statusOf(others), 200);
  });

  test('429: the keys of a session share one limit', async () => {
    const { browser } = await signUpBrowser(tenancy, 'many@example.com');
    const keys = await Promise.all(Array.from({ length: 6 }, () => keyOf(browser)));
    const statuses = await Promise.all(
      keys.flatMap((key) => Array.from({ length: 11 }, () => statusOf(key))),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 60);
    assert.equal(statuses.filter((status) => status === 429).length, 6);
  });

  test('the sweep deletes expired ones, and no others', async () => {
    const { browser } = await signUpBrowser(tenancy, 'sweep@example.com');
    await keyOf(browser);
    tenancy.clock.advanceMs(HOUR_MS);
    const key = await keyOf(browser);
    assert.ok((await sweepEphemeralKeys(tenancy)) >= 1);
    assert.equal(await sweepEphemeralKeys(tenancy), 0);
    assert.equal(await statusOf(key), 200);
  });

  test('401: a key of the right shape that nobody was given', async () => {
    for (const key of [`ek_${'a'.repeat(40)}`, `ek_${'a'.repeat(39)}`, 'ek_', `ek_live_${'a'.repeat(40)}`])
      assert.equal(await statusOf(key), 401, key);
  });
});
