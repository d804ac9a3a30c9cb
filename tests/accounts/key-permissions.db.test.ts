import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Customer, HELLO, HELLO_CREDITS, openCustomer, stranger } from '../support/customer.ts';
import { accepts, operationsOf, readDocument } from '../support/operations.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('API keys that are narrowed', () => {
  let service: TestService;
  let owner: Customer;
  before(async () => {
    service = await openTestService({ trustProxy: '1' });
    owner = await openCustomer(service);
  });
  after(() => service.close());

  async function createKey(body: object) {
    const reply = await owner.bySession('POST', '/api/keys', body);
    assert.equal(reply.statusCode, 201, reply.body);
    const { id, api_key } = reply.json<{ id: string; api_key: string }>();
    return { id, call: stranger(service, { authorization: `Bearer ${api_key}` }) };
  }

  test('every operation that takes a key names its group and level, and refuses a key without it before anything else', async () => {
    const { call } = await createKey({ permissions: ['billing:read'] });
    const operations = operationsOf(await readDocument(service)).filter((one) => accepts(one, 'apiKey'));
    assert.ok(operations.length > 80);
    for (const operation of operations) {
      const { 'x-permission': permission = '' } = operation as { 'x-permission'?: string };
      const level = /^[a-z_]+:(read|use|manage)$/.exec(permission)?.[1];
      assert.ok(level, `${operation.name} has no permission`);
      // Nothing but a GET may call itself reading, except what only computes.
      if (operation.method !== 'GET' && operation.name !== 'POST /api/v1/estimate')
        assert.notEqual(level, 'read', operation.name);
      const url = operation.path.replace(/\{\w+\}/g, 'x');
      if (permission.startsWith('any:')) continue;
      const reply = await call(operation.method as 'GET', url);
      if (permission === 'billing:read') assert.notEqual(reply.statusCode, 403);
      else assertError(reply, 403, 'key_permission_denied');
    }
  });

  test('a change takes effect with the next request; what is refused costs nothing', async () => {
    const { id, call } = await createKey({ permissions: ['speech'] });
    const speak = () => call('POST', '/api/v1/tts', HELLO);
    const patch = (body: object) => owner.bySession('PATCH', `/api/keys/${id}`, body);
    assert.equal((await speak()).statusCode, 200);
    const before = (await owner.figures()).credits.remaining;
    assert.deepEqual((await patch({ permissions: ['jobs'], name: 'New' })).json().permissions, ['jobs']);
    const refused = await speak();
    assertError(refused, 403, 'key_permission_denied');
    assert.match(refused.json().error, /permission speech/);
    assert.equal((await owner.figures()).credits.remaining, before);
    assert.equal((await patch({ permissions: null })).json().name, 'New');
    assert.equal((await speak()).statusCode, 200);
    const listed = (await owner.bySession('GET', '/api/keys'))
      .json()
      .keys.find((key: { id: string }) => key.id === id);
    assert.equal(listed.permissions, null);
  });

  test('behind a proxy the address that it reports counts, not one that the client made up', async () => {
    const { id, call } = await createKey({ allowed_addresses: ['203.0.113.9/24', '::ffff:192.0.2.1'] });
    const from = (forwarded: string) =>
      call('GET', '/api/v1/jobs', undefined, { 'x-forwarded-for': forwarded });
    assert.equal((await from('203.0.113.5')).statusCode, 200);
    assert.equal((await from('198.51.100.1, ::ffff:192.0.2.1')).statusCode, 200);
    assertError(await from('203.0.113.5, 198.51.100.1'), 403, 'key_address_denied');
    assertError(await from('nonsense'), 403, 'key_address_denied');
    assertError(await call('GET', '/api/v1/jobs'), 403, 'key_address_denied');
    const { keys } = (await owner.bySession('GET', '/api/keys')).json();
    const { allowed_addresses: shown } = keys.find((key: { id: string }) => key.id === id);
    assert.deepEqual(shown, ['203.0.113.0/24', '192.0.2.1']);
  });

  test('402: the credit limit is the one of /api/billing/key-limits', async () => {
    const { id, call } = await createKey({ monthly_credit_limit: HELLO_CREDITS });
    assert.equal((await call('POST', '/api/v1/tts', HELLO)).statusCode, 200);
    assertError(await call('POST', '/api/v1/tts', HELLO), 402, 'key_limit_reached');
    const { key_limits } = (await owner.bySession('GET', '/api/billing/key-limits')).json();
    assert.equal(
      key_limits.find((limit: { key_id: string }) => limit.key_id === id).monthlyCredits,
      HELLO_CREDITS,
    );
    const lifted = await owner.bySession('PATCH', `/api/keys/${id}`, { monthly_credit_limit: null });
    assert.equal(lifted.json().monthly_credit_limit, null);
    assert.equal((await call('POST', '/api/v1/tts', HELLO)).statusCode, 200);
  });

  test('an ephemeral key takes permissions, and nothing else', async () => {
    const { call } = await createKey({ ephemeral: true, permissions: ['speech'] });
    assert.equal((await call('POST', '/api/v1/tts', HELLO)).statusCode, 200);
    assertError(await call('GET', '/api/v1/jobs'), 403, 'key_permission_denied');
    for (const more of [{ allowed_addresses: ['::1'] }, { monthly_credit_limit: 5 }])
      assertError(
        await owner.bySession('POST', '/api/keys', { ephemeral: true, ...more }),
        400,
        'invalid_request',
      );
  });

  test('404: changing a key of another account, a revoked one, or none; 400: nonsense', async () => {
    const { id } = await createKey({});
    const patch = (by: Customer, key: string, body: object = { permissions: null }) =>
      by.bySession('PATCH', `/api/keys/${key}`, body);
    assertError(await patch(await openCustomer(service), id), 404, 'api_key_not_found');
    assertError(await patch(owner, 'x'), 404, 'api_key_not_found');
    const nonsense = [{ permissions: [] }, { permissions: ['all'] }, { allowed_addresses: ['x'] }];
    for (const body of [...nonsense, { allowed_addresses: [] }, { monthly_credit_limit: -1 }])
      assertError(await patch(owner, id, body), 400);
    await owner.bySession('DELETE', `/api/keys/${id}`);
    assertError(await patch(owner, id), 404, 'api_key_not_found');
  });
});
