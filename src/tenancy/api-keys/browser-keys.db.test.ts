import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { ADMIN_EMAIL, GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';
import { sweepEphemeralKeys } from './ephemeral-keys.ts';
import { MAX_LIVE_KEYS } from './issue-ephemeral-key.ts';

type Headers = Record<string, string>;

describe('ephemeral keys that an API key makes', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const call = (key: string, method: 'GET' | 'POST', url: string, body?: object, headers: Headers = {}) =>
    tenancy.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body && { payload: body }),
    });
  const ask = (key: string, body: object = {}) =>
    call(key, 'POST', '/api/v1/ephemeral-keys', { permissions: ['speech'], ...body });
  const probe = (key: string, method: 'GET' | 'POST' = 'POST') => call(key, method, '/api/v1/speech-probe');
  const statusOf = async (key: string) => (await probe(key)).statusCode;

  async function made(
    key: string,
    body: object = {},
  ): Promise<{ id: string; api_key: string; expires_at: string }> {
    const reply = await ask(key, body);
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json();
  }

  async function customer(name: string) {
    const { browser, apiKey, accountId } = await signUpBrowser(tenancy, `${name}@example.com`);
    const [{ id: keyId }] = (await browser.call('GET', '/api/keys')).json().keys;
    return { browser, apiKey, accountId, keyId };
  }

  test('one works for as long as was asked, under the id of the API key, and is no administrator', async () => {
    const { apiKey, accountId, keyId } = await customer(ADMIN_EMAIL.replace(/@.*/, ''));
    const key = await made(apiKey, { expires_in_seconds: 60 });
    assert.match(key.api_key, /^ek_[0-9A-Za-z]{40}$/);
    const caller = (await probe(key.api_key)).json();
    assert.equal(caller.accountId, accountId);
    assert.equal(caller.admin, false);
    assert.deepEqual(caller.credential, { kind: 'ephemeral', id: keyId, ephemeralKeyId: key.id });
    tenancy.clock.advanceMs(59_999);
    assert.equal(await statusOf(key.api_key), 200);
    tenancy.clock.advanceMs(1);
    assert.equal(await statusOf(key.api_key), 401);
    const hour = await made(apiKey);
    assert.equal(Date.parse(hour.expires_at), tenancy.clock.now().getTime() + 3_600_000);
  });

  test('it has at most the permissions of its maker, also when those change later', async () => {
    const { browser, apiKey, keyId } = await customer('narrow');
    const narrow = (permissions: string[] | null) =>
      browser.call('PATCH', `/api/keys/${keyId}`, { permissions });
    const { api_key: key } = await made(apiKey);
    await narrow(['speech:read', 'jobs']);
    assert.equal((await probe(key, 'GET')).statusCode, 200);
    assert.equal((await probe(key)).json().code, 'key_permission_denied');
    assert.equal((await ask(apiKey)).json().code, 'key_permission_denied');
    assert.equal((await ask(apiKey, { permissions: ['jobs:read', 'speech:read'] })).statusCode, 201);
    await narrow(['music']);
    assert.equal((await probe(key, 'GET')).statusCode, 403);
    await narrow(null);
    assert.equal(await statusOf(key), 200);
  });

  test('revoking its maker ends it, even at the same moment; keys of other makers go on', async () => {
    const { browser, apiKey, keyId } = await customer('revoker');
    const other = (await browser.call('POST', '/api/keys', {})).json();
    const survivor = await made(other.api_key);
    const early = await made(apiKey);
    const [replies] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => ask(apiKey))),
      browser.call('DELETE', `/api/keys/${keyId}`),
    ]);
    for (const reply of replies) {
      assert.ok([201, 401].includes(reply.statusCode), reply.body);
      if (reply.statusCode === 201) assert.equal(await statusOf(reply.json().api_key), 401);
    }
    assert.equal(await statusOf(early.api_key), 401);
    assert.equal(await statusOf(survivor.api_key), 200);
    await browser.call('DELETE', '/api/account', { password: GOOD_PASSWORD });
    assert.equal(await statusOf(survivor.api_key), 401);
  });

  test('it makes no keys and reaches no account routes; nor does a key of a session', async () => {
    const { browser, apiKey } = await customer('closed');
    const bySession = (await browser.call('POST', '/api/keys', { ephemeral: true })).json().api_key;
    for (const key of [(await made(apiKey)).api_key, bySession]) {
      assert.equal((await ask(key)).statusCode, 403);
      const headers = { 'sec-fetch-site': 'same-origin' };
      for (const body of [{}, { ephemeral: true }])
        assert.equal((await call(key, 'POST', '/api/keys', body, headers)).statusCode, 401);
      for (const url of ['/api/keys', '/api/sessions', '/api/settings', '/api/account/export'])
        assert.ok([401, 404].includes((await call(key, 'GET', url)).statusCode), url);
    }
    const asStranger = await openBrowser(tenancy).call('POST', '/api/v1/ephemeral-keys', {
      permissions: ['speech'],
    });
    assert.equal(asStranger.statusCode, 401);
    const withCookie = await browser.call('POST', '/api/v1/ephemeral-keys', { permissions: ['speech'] });
    assert.equal(withCookie.statusCode, 401);
  });

  test("its maker's addresses do not bind it, its own do", async () => {
    const { browser, apiKey, keyId } = await customer('addresses');
    await browser.call('PATCH', `/api/keys/${keyId}`, { allowed_addresses: ['127.0.0.0/8'] });
    const free = await made(apiKey);
    const bound = await made(apiKey, { allowed_addresses: ['198.51.100.7'] });
    const from = async (key: string, remoteAddress: string) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await tenancy.app.inject({ url: '/api/v1/speech-probe', headers, remoteAddress })).statusCode;
    };
    assert.equal(await from(apiKey, '198.51.100.7'), 403);
    assert.equal(await from(free.api_key, '198.51.100.7'), 200);
    assert.equal(await from(bound.api_key, '198.51.100.7'), 200);
    assert.equal(await from(bound.api_key, '198.51.100.8'), 403);
  });

  test('429: each has a limit of its own', async () => {
    const { apiKey } = await customer('limited');
    const greedy = await made(apiKey);
    const modest = await made(apiKey);
    const statuses = await Promise.all(Array.from({ length: 61 }, () => statusOf(greedy.api_key)));
    assert.equal(statuses.filter((status) => status === 429).length, 1);
    assert.equal(await statusOf(modest.api_key), 200);
    assert.equal(await statusOf(apiKey), 200);
  });

  test('409: an API key has so many at a time, also when many are asked for at once, until they expire', async () => {
    const { apiKey, keyId } = await customer('many');
    const expiresAt = new Date(tenancy.clock.now().getTime() + 60_000);
    const hashes = Array.from({ length: MAX_LIVE_KEYS - 3 }, () => randomBytes(32).toString('hex'));
    await sql`
      INSERT INTO ephemeral_keys (id, api_key_id, key_hash, created_at, expires_at)
      SELECT gen_random_uuid(), ${keyId}, decode(hash, 'hex'), now(), ${expiresAt}
      FROM unnest(${hashes}::text[]) AS hash`.execute(tenancy.db);
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(apiKey)));
    assert.equal(replies.filter(({ statusCode }) => statusCode === 201).length, 3);
    for (const reply of replies.filter(({ statusCode }) => statusCode !== 201))
      assert.deepEqual([reply.statusCode, reply.json().code], [409, 'key_limit']);
    tenancy.clock.advanceMs(60_000);
    assert.ok((await sweepEphemeralKeys(tenancy)) >= MAX_LIVE_KEYS - 3);
    const { api_key: key } = await made(apiKey);
    assert.equal(await sweepEphemeralKeys(tenancy), 0);
    assert.equal(await statusOf(key), 200);
  });

  test('400: no permissions, those of the account, or lifetimes beyond the limits', async () => {
    const { apiKey } = await customer('nonsense');
    const bodies: object[] = [{ permissions: undefined }, { permissions: [] }, { permissions: null }];
    for (const group of ['billing', 'billing:read', 'webhooks', 'marketplace', 'all'])
      bodies.push({ permissions: ['speech', group] });
    for (const expires_in_seconds of [59, 3_601, 60.5, null]) bodies.push({ expires_in_seconds });
    bodies.push({ credit_limit: -1 }, { allowed_addresses: ['here'] }, { allowed_addresses: [] });
    for (const body of bodies) assert.equal((await ask(apiKey, body)).statusCode, 400, JSON.stringify(body));
  });
});
