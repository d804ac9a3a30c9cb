import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, HELLO_CREDITS, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('Idempotency-Key, on every POST that spends or creates', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const once = { 'idempotency-key': 'once' };

  /** Calls twice: the second response must be the first one byte for byte, marked as replayed. */
  async function replayed(call: () => ReturnType<Customer['speak']>) {
    const first = await call();
    const second = await call();
    assert.ok(first.statusCode < 300, first.body);
    assert.equal(second.statusCode, first.statusCode);
    assert.ok(second.rawPayload.equals(first.rawPayload));
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    return { first, second };
  }

  test('POST /api/v1/tts: one synthesis, one charge, the same audio and headers', async () => {
    const customer = await openCustomer(service);
    const { calls } = service.speech;
    const { second } = await replayed(() => customer.speak({}, once));
    assert.equal(second.headers['x-characters'], String(HELLO_CREDITS));
    assert.equal(second.headers['content-type'], 'audio/wav');
    assert.equal(service.speech.calls, calls + 1);
    assert.equal((await customer.figures()).credits.used, HELLO_CREDITS);
  });

  test('POST /api/billing/topup: the wallet grows once', async () => {
    const { byKey, figures } = await openCustomer(service);
    await replayed(() => byKey('POST', '/api/billing/topup', { amountUsd: 7 }, once));
    assert.equal((await figures()).creditBalanceCents, 700);
  });

  test('POST /api/billing/checkout: credits already used are not granted again', async () => {
    const customer = await openCustomer(service);
    const checkout = () => customer.byKey('POST', '/api/billing/checkout', { plan: 'starter' }, once);
    await checkout();
    await customer.speak();
    assert.equal((await checkout()).headers['idempotent-replayed'], 'true');
    assert.equal((await customer.figures()).credits.used, HELLO_CREDITS);
  });

  test('POST /api/admin/users/{id}/credits: the account gets them once', async () => {
    const admin = await openAdmin(service);
    const customer = await openCustomer(service);
    const path = `/api/admin/users/${customer.accountId}/credits`;
    const gift = { credits: 500, cents: 30, note: 'sorry' };
    await replayed(() => admin.call('POST', path, gift, once));
    const { credits, creditBalanceCents } = await customer.figures();
    assert.deepEqual([credits.remaining, creditBalanceCents], [12_500, 30]);
    assertError(await admin.call('POST', path, { ...gift, cents: 31 }, once), 422, 'idempotency_key_reused');
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('POST /api/keys: one key, and it is stored encrypted', async () => {
    const { bySession } = await openCustomer(service);
    const { first } = await replayed(() => bySession('POST', '/api/keys', { name: 'twice' }, once));
    assert.equal((await bySession('GET', '/api/keys')).json().keys.length, 2);
    const { rows } = await sql<{ row: string }>`SELECT k::text AS row FROM idempotency_keys k`.execute(
      service.db,
    );
    const plain = Buffer.from(first.json().api_key);
    assert.ok(
      rows.every(({ row }) => !row.includes(plain.toString()) && !row.includes(plain.toString('hex'))),
    );
  });

  test('422: the same key with a different body; another account or route may use it', async () => {
    const one = await openCustomer(service);
    const other = await openCustomer(service);
    assert.equal((await one.speak({}, once)).statusCode, 200);
    assertError(await one.speak({ text: 'Something else.' }, once), 422, 'idempotency_key_reused');
    assert.equal((await other.speak({ text: 'Something else.' }, once)).statusCode, 200);
    assert.equal((await one.byKey('POST', '/api/billing/topup', { amountUsd: 5 }, once)).statusCode, 200);
  });

  test('409: the first call is still running', async () => {
    const { speak, figures } = await openCustomer(service);
    service.speech.behaviour = 'hold';
    const first = speak({}, once);
    await until(() => service.speech.running > 0);
    assertError(await speak({}, once), 409, 'idempotency_key_in_flight');
    service.speech.behaviour = 'speak';
    service.speech.release();
    assert.equal((await first).statusCode, 200);
    assert.equal((await figures()).credits.used, HELLO_CREDITS);
  });

  test('a failed call saves nothing: a retry with the same key is charged once', async () => {
    const { speak, figures } = await openCustomer(service);
    service.speech.behaviour = 'killed';
    assertError(await speak({}, once), 502);
    service.speech.behaviour = 'speak';
    assert.equal((await speak({}, once)).headers['idempotent-replayed'], undefined);
    assert.equal((await figures()).credits.used, HELLO_CREDITS);
  });
});
