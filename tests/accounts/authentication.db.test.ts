import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Admin, HELLO, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { accepts, type Operation, operationsOf, readDocument } from '../support/operations.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const FIFTEEN_DAYS_MS = 15 * 24 * 3_600_000;

describe('authentication, as the specification lists it', () => {
  let service: TestService;
  let admin: Admin;
  let operations: Operation[];
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    operations = operationsOf(await readDocument(service));
  });
  after(() => service.close());

  const urlOf = (operation: Operation) => operation.path.replace(/\{\w+\}/g, 'af_heart');

  /** Every operation that accepts the scheme must refuse these headers before any other check. */
  async function refusedEverywhere(scheme: 'apiKey' | 'session', headers: Record<string, string>) {
    const guarded = operations.filter((operation) => accepts(operation, scheme));
    assert.ok(guarded.length >= 6, `${guarded.length} guarded operations`);
    for (const operation of guarded) {
      const method = operation.method as 'GET';
      const reply = await service.app.inject({ method, url: urlOf(operation), headers });
      assert.equal(reply.statusCode, 401, `${operation.name}: ${reply.body}`);
      assertError(reply, 401, 'unauthorized');
    }
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('1: an API key as Authorization: Bearer <API_KEY>, with the prefix sk_live_', async () => {
    const { apiKey, byKey } = await openCustomer(service);
    assert.match(apiKey, /^sk_live_[0-9A-Za-z]{32,}$/);
    assert.equal((await byKey('GET', '/api/v1/voices')).statusCode, 200);
  });

  test('2: some routes also accept the session cookie, which is signed', async () => {
    const { cookie } = await openCustomer(service);
    const get = (value: string) => stranger(service, { cookie: value })('GET', '/api/billing/payg-settings');
    assert.equal((await get(cookie)).statusCode, 200);
    assertError(await get(`${cookie.slice(0, -4)}AAAA`), 401);
  });

  test('3: POST /api/v1/tts declares Bearer only, so that a session gives 401', async () => {
    const { bySession } = await openCustomer(service);
    assertError(await bySession('POST', '/api/v1/tts', HELLO), 401, 'unauthorized');
  });

  test('3: billing and usage accept Bearer or Session', async () => {
    const { byKey, bySession } = await openCustomer(service);
    for (const url of ['/api/billing/payg-settings', '/api/usage']) {
      assert.equal((await byKey('GET', url)).statusCode, 200);
      assert.equal((await bySession('GET', url)).statusCode, 200);
    }
  });

  test('401: no Authorization header', () => refusedEverywhere('apiKey', {}));

  test('401: wrong sk_live_ prefix', async () => {
    const { apiKey } = await openCustomer(service);
    await refusedEverywhere('apiKey', bearer(apiKey.replace('sk_live_', 'sk_test_')));
  });

  test('401: malformed key', () => refusedEverywhere('apiKey', bearer('sk_live_too-short')));

  test('401: another scheme than Bearer', async () => {
    const { apiKey } = await openCustomer(service);
    await refusedEverywhere('apiKey', { authorization: `Basic ${apiKey}` });
  });

  test('401: revoked key', async () => {
    const { apiKey, bySession } = await openCustomer(service);
    const [key] = (await bySession('GET', '/api/keys')).json<{ keys: { id: string }[] }>().keys;
    assert.equal((await bySession('DELETE', `/api/keys/${key?.id}`)).statusCode, 200);
    await refusedEverywhere('apiKey', bearer(apiKey));
  });

  test('401: expired session', async () => {
    const { cookie } = await openCustomer(service);
    service.clock.advanceMs(FIFTEEN_DAYS_MS);
    try {
      await refusedEverywhere('session', { cookie, 'sec-fetch-site': 'same-origin' });
    } finally {
      service.clock.advanceMs(-FIFTEEN_DAYS_MS);
    }
  });

  test('401: an invalid key, even with a valid session', async () => {
    const { bySession } = await openCustomer(service);
    const reply = await bySession('GET', '/api/usage', undefined, bearer('sk_live_no'));
    assertError(reply, 401);
  });

  test('an ephemeral key speaks, is charged once for a repeat, and is reported under its session', async () => {
    const { bySession } = await openCustomer(service);
    const created = await bySession('POST', '/api/keys', { ephemeral: true });
    const byEphemeralKey = stranger(service, bearer(created.json().api_key));
    const once = { 'idempotency-key': 'one' };
    for (const replayed of [undefined, 'true']) {
      const reply = await byEphemeralKey('POST', '/api/v1/tts', HELLO, once);
      assert.equal(reply.statusCode, 200, reply.body);
      assert.equal(reply.headers['idempotent-replayed'], replayed);
    }
    const speech = { model: 'tts-1', voice: 'alloy', input: HELLO.text };
    assert.equal((await byEphemeralKey('POST', '/v1/audio/speech', speech)).statusCode, 200);
    const [session] = (await bySession('GET', '/api/sessions')).json().sessions;
    service.clock.advanceMs(1);
    const { usage } = (await byEphemeralKey('GET', '/api/usage?group_by=key')).json();
    assert.deepEqual(
      usage.map(({ group, name, charges }: Record<string, unknown>) => ({ group, name, charges })),
      [{ group: session.id, name: null, charges: 2 }],
    );
    assert.equal((await byEphemeralKey('GET', '/api/v1/history')).json().generations.length, 2);
  });

  test('5: a valid key with an exhausted wallet gives 402, not 401', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 0);
    assertError(await customer.speak(), 402, 'quota_exhausted');
  });

  test('7: previews require a session or an API key', async () => {
    const url = '/api/v1/voices/af_heart/preview';
    const { byKey, bySession } = await openCustomer(service);
    assertError(await stranger(service)('GET', url), 401);
    assert.equal((await byKey('GET', url)).headers['content-type'], 'audio/wav');
    assert.equal((await bySession('GET', url)).headers['content-type'], 'audio/wav');
  });

  test('10: admin mutating routes need a CSRF token, and an administrator', async () => {
    const customer = await openCustomer(service);
    const url = `/api/admin/users/${customer.accountId}`;
    const body = { plan: 'developer' };
    assertError(await admin.bySession('PATCH', url, body), 403, 'csrf_token_invalid');
    const csrf = { 'x-csrf-token': customer.csrf };
    assertError(await admin.bySession('PATCH', url, body, csrf), 403, 'csrf_token_invalid');
    assertError(await customer.bySession('PATCH', url, body, csrf), 403, 'admin_only');
    assert.equal((await admin.setPlan(customer, 'developer')).statusCode, 200);
  });

  test('10: a cross-site write with a session is refused', async () => {
    const { cookie } = await openCustomer(service);
    const elsewhere: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const foreign of elsewhere) {
      const reply = await stranger(service, { cookie, ...foreign })('POST', '/api/keys', { name: 'x' });
      assertError(reply, 403, 'cross_site_request');
    }
  });

  test('2: a client that is no browser changes its settings with the cookie alone', async () => {
    const { cookie } = await openCustomer(service);
    const call = stranger(service, { cookie });
    const settings = { webhookUrl: 'https://example.com/hook' };
    const reply = await call('PATCH', '/api/settings', settings);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal((await call('GET', '/api/settings')).json().webhookUrl, settings.webhookUrl);
  });
});
