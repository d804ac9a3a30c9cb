import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { replaceDictionary } from '../../src/media/pronunciations/queries.ts';
import { assertError } from '../support/assert-error.ts';
import { openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const ROUTE = '/api/v1/pronunciations';

describe('pronunciations of an account', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  test('are empty at first, replaced completely, and private to the account', async () => {
    const one = await openCustomer(service);
    const other = await openCustomer(service);
    assert.deepEqual((await one.byKey('GET', ROUTE)).json(), { pronunciations: {}, updated_at: null });
    await one.byKey('PUT', ROUTE, { pronunciations: { old: 'gone' } });
    const pronunciations = { SQL: 'sequel', Nguyen: '/wɪn/', 'C++': 'C plus plus' };
    const put = await one.bySession('PUT', ROUTE, { pronunciations });
    assert.equal(put.statusCode, 200);
    assert.deepEqual((await one.byKey('GET', ROUTE)).json(), put.json());
    assert.deepEqual(put.json().pronunciations, pronunciations);
    assert.deepEqual((await other.byKey('GET', ROUTE)).json().pronunciations, {});
  });

  test('more than 1,000 entries, overlong ones and unpronounceable ones are refused, and the old ones stay', async () => {
    const { byKey } = await openCustomer(service);
    const put = (pronunciations: object) => byKey('PUT', ROUTE, { pronunciations });
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${i}`, 'word']));
    assert.equal((await put(many(1_000))).statusCode, 200);
    assertError(await put(many(1_001)), 400, 'invalid_request');
    assertError(await put({ ['x'.repeat(101)]: 'y' }), 400, 'invalid_request');
    assertError(await put({ x: '' }), 400, 'invalid_request');
    assertError(await put({ x: '/777/' }), 400, 'invalid_pronunciation');
    assertError(await put({ x: '…' }), 400, 'invalid_pronunciation');
    assertError(await put({ 'x\u0007': 'y' }), 400, 'invalid_pronunciation');
    assertError(await put({ x: 'a\ud800' }), 400, 'invalid_request');
    assert.equal(Object.keys((await byKey('GET', ROUTE)).json().pronunciations).length, 1_000);
  });

  test('apply to every text; those of a request take precedence', async () => {
    const { byKey, speak } = await openCustomer(service);
    await byKey('PUT', ROUTE, { pronunciations: { sql: 'sequel' } });
    await speak({ text: 'SQL', pronunciations: { nosql: 'no sequel' } });
    const { dictionary, pronunciations } = service.speech.lastRequest ?? {};
    assert.deepEqual([dictionary, pronunciations], [{ sql: 'sequel' }, { nosql: 'no sequel' }]);
    assertError(await speak({ pronunciations: { x: '/7/' } }), 400, 'invalid_pronunciation');
  });

  test('what another node changes counts from the next call on', async () => {
    const { accountId, speak } = await openCustomer(service);
    const spokenWith = () => service.speech.lastRequest?.dictionary;
    await speak({ text: 'SQL one' });
    assert.deepEqual(spokenWith(), {});
    const changes: Record<string, string>[] = [{ sql: 'sequel' }, { sql: 'squeal' }, {}];
    for (const entries of changes) {
      await replaceDictionary(service.db, accountId, entries, service.clock.now());
      await speak({ text: `SQL ${JSON.stringify(entries)}` });
      assert.deepEqual(spokenWith(), entries);
    }
  });
});
