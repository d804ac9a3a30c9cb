import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql, type Tx } from '../../platform/database/index.ts';
import { openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';

import { addKey } from './manage-keys.ts';

describe('API keys', () => {
  let tenancy: TestTenancy;
  before(async () => {
    tenancy = await openTenancy();
  });
  after(() => tenancy.close());

  const probe = (authorization?: string) =>
    tenancy.app.inject({ url: '/api/v1/probe', headers: authorization ? { authorization } : {} });

  test('a key answers for its account', async () => {
    const { apiKey, accountId } = await signUpBrowser(tenancy, 'key@example.com');
    const caller = (await probe(`Bearer ${apiKey}`)).json();
    assert.equal(caller.accountId, accountId);
    assert.equal(caller.plan, 'free');
    assert.equal(caller.credential.kind, 'key');
  });

  test('401: no Authorization header', async () => {
    assert.equal((await probe()).statusCode, 401);
  });

  test('401: wrong sk_live_ prefix', async () => {
    const { apiKey } = await signUpBrowser(tenancy, 'prefix@example.com');
    for (const token of [apiKey.replace('sk_live_', 'sk_test_'), apiKey.slice(8), apiKey.replace('sk', 'SK')])
      assert.equal((await probe(`Bearer ${token}`)).statusCode, 401, token);
  });

  test('401: malformed or unknown key', async () => {
    const { apiKey } = await signUpBrowser(tenancy, 'malformed@example.com');
    const bad = [`${apiKey}x`, apiKey.slice(0, -1), `${apiKey.slice(0, -1)}'`, `sk_live_${'a'.repeat(5000)}`];
    for (const token of bad) assert.equal((await probe(`Bearer ${token}`)).statusCode, 401);
    assert.equal((await probe(`Basic ${apiKey}`)).statusCode, 401);
  });

  test('what cannot be a key is neither looked up nor counted: a good key from its address works', async () => {
    const { apiKey } = await signUpBrowser(tenancy, 'misconfigured@example.com');
    for (let i = 0; i < 150; i++)
      for (const token of [`sk_live_${i}`, `ek_${'a'.repeat(41 + i)}`, `eyJ.${i}`])
        assert.equal((await probe(`Bearer ${token}`)).statusCode, 401);
    assert.equal((await probe(`Bearer ${apiKey}`)).statusCode, 200);
  });

  test('429: an address that tries many keys asks the database no more; a key that worked works on', async () => {
    const { apiKey } = await signUpBrowser(tenancy, 'neighbour@example.com');
    const from = async (token: string) =>
      (
        await tenancy.app.inject({
          url: '/api/v1/probe',
          headers: { authorization: `Bearer ${token}` },
          remoteAddress: '198.51.100.9',
        })
      ).statusCode;
    assert.equal(await from(apiKey), 200);
    const guess = (i: number) => `sk_live_${String(i).padStart(40, '0')}`;
    const statuses = [];
    for (let i = 0; i < 120; i++) statuses.push(await from(guess(i)));
    assert.ok(statuses.filter((status) => status === 429).length >= 10, statuses.join());
    assert.equal(await from(apiKey), 200);
    assert.equal((await probe(`Bearer ${guess(500)}`)).statusCode, 401);
  });

  test('401: revoked key, from its next request on', async () => {
    const { browser } = await signUpBrowser(tenancy, 'revoked@example.com');
    const created = await browser.call('POST', '/api/keys', { name: 'Robot' });
    assert.equal(created.statusCode, 201);
    const { id, api_key } = created.json();
    assert.equal((await probe(`Bearer ${api_key}`)).statusCode, 200);
    const revoked = await browser.call('DELETE', `/api/keys/${id}`);
    assert.equal(revoked.json().revoked, true);
    assert.equal((await probe(`Bearer ${api_key}`)).statusCode, 401);
    const repeated = await browser.call('DELETE', `/api/keys/${id}`);
    assert.equal(repeated.json().revoked_at, revoked.json().revoked_at);
  });

  test('lists name, prefix, last four, last use and revocation, newest first, page by page', async () => {
    const { browser, apiKey } = await signUpBrowser(tenancy, 'list@example.com');
    tenancy.clock.advanceMs(1000);
    const second = (await browser.call('POST', '/api/keys', { name: 'Second' })).json();
    const page = (await browser.call('GET', '/api/keys?limit=1')).json();
    assert.deepEqual(page.keys, [
      {
        id: second.id,
        name: 'Second',
        prefix: second.api_key.slice(0, 12),
        last_four: second.api_key.slice(-4),
        created_at: tenancy.clock.now().toISOString(),
        last_used_at: null,
        revoked: false,
        revoked_at: null,
        permissions: null,
        allowed_addresses: null,
        monthly_credit_limit: null,
      },
    ]);
    const rest = (await browser.call('GET', `/api/keys?limit=1&cursor=${page.next_cursor}`)).json();
    assert.equal(rest.keys[0].last_four, apiKey.slice(-4));
    assert.equal(rest.next_cursor, null);
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=nonsense'])
      assert.equal((await browser.call('GET', `/api/keys?${query}`)).statusCode, 400, query);
  });

  test('a creation repeated with its Idempotency-Key answers the same key and makes no second one', async () => {
    const { browser } = await signUpBrowser(tenancy, 'again@example.com');
    const create = () => browser.call('POST', '/api/keys', { name: 'Once' }, { 'idempotency-key': 'k-1' });
    const first = await create();
    const again = await create();
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    assert.equal((await browser.call('GET', '/api/keys')).json().keys.length, 2);
  });

  test('404: a key of another account, or none', async () => {
    const owner = await signUpBrowser(tenancy, 'owner@example.com');
    const thief = await signUpBrowser(tenancy, 'thief@example.com');
    const { id } = (await owner.browser.call('GET', '/api/keys')).json().keys[0];
    for (const target of [id, 'nonsense', '00000000-0000-7000-8000-000000000000'])
      assert.equal((await thief.browser.call('DELETE', `/api/keys/${target}`)).statusCode, 404);
    assert.equal((await probe(`Bearer ${owner.apiKey}`)).statusCode, 200);
  });

  test('401: managing keys requires a session, not a key', async () => {
    const { apiKey } = await signUpBrowser(tenancy, 'session-only@example.com');
    const reply = await openBrowser(tenancy).call('GET', '/api/keys', undefined, {
      authorization: `Bearer ${apiKey}`,
    });
    assert.equal(reply.statusCode, 401);
  });

  test('keeps no key at rest', async () => {
    const { apiKey } = await signUpBrowser(tenancy, 'atrest@example.com');
    const { rows } = await sql<{ row: string }>`SELECT k::text AS row FROM api_keys k`.execute(tenancy.db);
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(apiKey.slice(12))));
  });

  test('notes the last use at most once a minute for each key, in one batch', async () => {
    const { browser, apiKey } = await signUpBrowser(tenancy, 'used@example.com');
    const lastUse = async () => (await browser.call('GET', '/api/keys')).json().keys[0].last_used_at;
    const use = async () => {
      await probe(`Bearer ${apiKey}`);
      await tenancy.keyUsage.flush();
      return tenancy.clock.now().toISOString();
    };
    const first = await use();
    assert.equal(await lastUse(), first);
    tenancy.clock.advanceMs(59_999);
    await use();
    assert.equal(await lastUse(), first);
    tenancy.clock.advanceMs(1);
    assert.equal(await use(), await lastUse());
  });

  test('409 key_limit: at most 50 active keys, also when many are created at once', async () => {
    const { browser, accountId } = await signUpBrowser(tenancy, 'collector@example.com');
    const create = (tx: Tx) => addKey({ tx, clock: tenancy.clock }, accountId, { name: 'one more' });
    const attempts = Array.from({ length: 60 }, () => tenancy.db.transaction().execute(create));
    const results = await Promise.allSettled(attempts);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 49);
    const refused = await browser.call('POST', '/api/keys', {});
    assert.equal(refused.statusCode, 409);
    assert.equal(refused.json().code, 'key_limit');
    const { keys } = (await browser.call('GET', '/api/keys')).json();
    assert.equal((await browser.call('DELETE', `/api/keys/${keys[0].id}`)).statusCode, 200);
    assert.equal((await browser.call('POST', '/api/keys', {})).statusCode, 201);
  });
});
