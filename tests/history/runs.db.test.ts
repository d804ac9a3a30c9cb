import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MAX_RUNS, saveRun } from '../../src/media/runs/manage-runs.ts';
import { OPERATIONS } from '../../src/media/runs/schemas.ts';
import type { Tx } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const RUN = {
  name: 'Greeting',
  operation: 'POST /api/v1/tts',
  request: { voice_id: 'af_heart', text: 'Hello.', nested: { b: [1, null], a: true } },
} as const;

describe('saved runs', () => {
  let service: TestService;
  let owner: Customer;
  before(async () => {
    service = await openTestService();
    owner = await openCustomer(service);
  });
  after(() => service.close());

  async function save(by: Customer, change: object = {}): Promise<string> {
    const reply = await by.bySession('POST', '/api/runs', { ...RUN, ...change });
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json().id;
  }

  test('a run saved in the browser is found with a key, as it was written, and can be changed and deleted', async () => {
    const id = await save(owner);
    const found = await owner.byKey('GET', `/api/runs/${id}`);
    const { name, operation, request } = found.json();
    assert.deepEqual({ name, operation, request }, RUN);
    assert.ok(found.body.includes(JSON.stringify(RUN.request)), found.body);
    service.clock.advanceMs(1000);
    const changed = await owner.byKey('PATCH', `/api/runs/${id}`, {
      name: 'Farewell',
      request: { text: 'Bye.' },
    });
    assert.equal(changed.json().name, 'Farewell');
    assert.notEqual(changed.json().updated_at, found.json().updated_at);
    assert.equal((await owner.byKey('PATCH', `/api/runs/${id}`, {})).json().name, 'Farewell');
    assert.deepEqual((await owner.bySession('GET', `/api/runs/${id}`)).json().request, { text: 'Bye.' });
    assert.equal((await owner.bySession('DELETE', `/api/runs/${id}`)).statusCode, 204);
    assertError(await owner.bySession('GET', `/api/runs/${id}`), 404, 'run_not_found');
  });

  test('lists them page by page, newest first', async () => {
    const customer = await openCustomer(service);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      service.clock.advanceMs(1);
      ids.unshift(await save(customer, { name }));
    }
    const first = (await customer.byKey('GET', '/api/runs?limit=2')).json();
    const rest = (await customer.byKey('GET', `/api/runs?limit=2&cursor=${first.next_cursor}`)).json();
    assert.deepEqual(
      [...first.runs, ...rest.runs].map((run: { id: string }) => run.id),
      ids,
    );
    assert.equal(rest.next_cursor, null);
    assertError(await customer.byKey('GET', '/api/runs?cursor=x'), 400, 'invalid_cursor');
  });

  test('404: a run of another account', async () => {
    const id = await save(owner);
    const thief = await openCustomer(service);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      assertError(await thief.byKey(method, `/api/runs/${id}`, method === 'PATCH' ? {} : undefined), 404);
    assert.deepEqual((await thief.byKey('GET', '/api/runs')).json().runs, []);
    assert.equal((await owner.byKey('GET', `/api/runs/${id}`)).statusCode, 200);
  });

  test('400: an operation that does not exist or generates nothing, a large body, one that is nested too deeply', async () => {
    const refuse = async (change: object | string, code: string) => {
      const body = typeof change === 'string' ? change : { ...RUN, ...change };
      assertError(await owner.byKey('POST', '/api/runs', body), 400, code);
    };
    for (const operation of ['POST /api/v1/nothing', 'GET /api/v1/jobs', 'DELETE /api/account', ''])
      await refuse({ operation }, 'invalid_request');
    await refuse({ name: '' }, 'invalid_request');
    await refuse({ request: [] }, 'invalid_request');
    await refuse({ request: { text: 'x'.repeat(100_000) } }, 'upload_too_large');
    const deep = `{"name":"x","operation":"${RUN.operation}","request":{"a":${'['.repeat(25_000)}${']'.repeat(25_000)}}}`;
    await refuse(deep, 'invalid_request');
  });

  test('every operation on the list exists', async () => {
    const names = operationsOf(await readDocument(service)).map(({ name }) => name);
    assert.deepEqual(
      OPERATIONS.filter((operation) => !names.includes(operation)),
      [],
    );
  });

  test('409 run_limit: at most 500, also when many are saved at once', async () => {
    const customer = await openCustomer(service);
    const add = (tx: Tx) => saveRun({ tx, clock: service.clock }, customer.accountId, RUN);
    for (let saved = 0; saved < MAX_RUNS - 3; saved++) await service.db.transaction().execute(add);
    const last = Array.from({ length: 8 }, () => service.db.transaction().execute(add));
    const results = await Promise.allSettled(last);
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 3);
    await forgetRateLimits(service.db);
    assertError(await customer.byKey('POST', '/api/runs', RUN), 409, 'run_limit');
  });

  test('a repeat with its Idempotency-Key saves no second one, also when it is large', async () => {
    const customer = await openCustomer(service);
    const body = { ...RUN, request: { text: 'x'.repeat(90_000) } };
    const send = () => customer.byKey('POST', '/api/runs', body, { 'idempotency-key': 'one' });
    const first = await send();
    const again = await send();
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    assert.equal((await customer.byKey('GET', '/api/runs')).json().runs.length, 1);
  });
});
