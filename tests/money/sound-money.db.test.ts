import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { EngineFailed } from '../../src/platform/process-pool/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { disconnectBeforeResponse } from '../support/leave-early.ts';
import { breakSound, holdSound, SOUND_ROUTES } from '../support/sound-routes.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const once = { 'idempotency-key': 'once' };

describe('music and sound effects are charged exactly for what is delivered', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  const usedBy = async (customer: Customer) => (await customer.figures()).credits.used;
  const statusesOf = async (calls: ReturnType<Customer['byKey']>[]) =>
    (await Promise.all(calls)).map(({ statusCode }) => statusCode).sort();

  for (const { path, order, unit, quantity, credits } of SOUND_ROUTES) {
    const make = (by: Customer, headers?: Record<string, string>, change: object = {}) =>
      by.byKey('POST', path, { ...order, ...change }, headers);

    test(`${path}: usage names the unit, its quantity and its credits`, async () => {
      const customer = await openCustomer(service);
      const made = await make(customer);
      service.clock.advanceMs(1_000);
      const { total, usage } = (await customer.byKey('GET', '/api/usage?group_by=unit')).json();
      const units = { [unit]: quantity };
      assert.deepEqual(total, { credits, charges: 1, prepaid_cents: 0, units });
      assert.equal(usage[0].group, unit);
      const estimate = { ...order, kind: path.split('/').at(-1), prompt: undefined };
      const { credits: estimated } = (await customer.byKey('POST', '/api/v1/estimate', estimate)).json();
      assert.equal(estimated, credits);
      assert.ok(made.headers['x-model']);
    });

    test(`${path}: beyond the quota the wallet pays, up to the cap on its spending`, async () => {
      const customer = await openCustomer(service);
      await customer.byKey('POST', '/api/billing/topup', { amountUsd: 5 });
      await admin.leave(customer, 0);
      assert.equal((await make(customer)).statusCode, 200);
      assert.equal((await customer.figures()).creditBalanceCents, 499);
      await customer.byKey('PUT', '/api/billing/payg-settings', { monthlySpendCapCents: 0 });
      assertError(await make(customer), 402, 'spend_cap_reached');
    });

    test(`${path}: a key takes no more than its own limit, a session goes on`, async () => {
      const customer = await openCustomer(service);
      const [key] = (await customer.bySession('GET', '/api/keys')).json().keys;
      const limit = { monthlyCredits: credits };
      await customer.bySession('PUT', `/api/billing/key-limits/${key.id}`, limit);
      assert.deepEqual(await statusesOf([make(customer), make(customer)]), [200, 402]);
      assertError(await make(customer), 402, 'key_limit_reached');
      assert.equal((await customer.bySession('POST', path, order)).statusCode, 200);
      assert.equal(await usedBy(customer), 2 * credits);
    });

    test(`${path}: of calls that race for the last credits one succeeds, in each account`, async () => {
      const tenants = [await openCustomer(service), await openCustomer(service)] as const;
      for (const tenant of tenants) await admin.leave(tenant, 2 * credits - 1);
      const raced = tenants.map((tenant) =>
        statusesOf([make(tenant), make(tenant), tenant.bySession('POST', path, order)]),
      );
      assert.deepEqual(await Promise.all(raced), [
        [200, 402, 402],
        [200, 402, 402],
      ]);
      for (const tenant of tenants) assert.equal((await tenant.figures()).credits.remaining, credits - 1);
    });

    test(`${path}: a client that leaves before the first byte stops the engine and pays nothing`, async () => {
      const customer = await openCustomer(service);
      const held = holdSound(service);
      try {
        const started = () => until(() => held.running === 1);
        await disconnectBeforeResponse(service, customer.apiKey, started, path, order);
        await until(() => held.running === 0);
      } finally {
        held.release();
      }
      await until(
        () => usedBy(customer),
        (credits) => credits === 0,
      );
      assert.deepEqual((await customer.byKey('GET', '/api/v1/history')).json().generations, []);
    });

    test(`${path}: calls at once with one Idempotency-Key make and charge one sound`, async () => {
      const customer = await openCustomer(service);
      const held = holdSound(service);
      const first = make(customer, once);
      await until(() => held.running === 1);
      for (let again = 0; again < 2; again += 1)
        assertError(await make(customer, once), 409, 'idempotency_key_in_flight');
      held.release();
      const made = await first;
      const replayed = await make(customer, once);
      assert.deepEqual(
        [made.statusCode, replayed.statusCode, replayed.headers['idempotent-replayed']],
        [200, 200, 'true'],
      );
      assert.ok(replayed.rawPayload.equals(made.rawPayload));
      for (const name of ['content-type', 'x-seed', 'x-history-id', 'x-model'])
        assert.equal(replayed.headers[name], made.headers[name]);
      assertError(await make(customer, once, { prompt: 'rain' }), 422, 'idempotency_key_reused');
      assert.equal(await usedBy(customer), credits);
    });

    test(`${path}: a failed call keeps nothing, so that its key can be used again`, async () => {
      const customer = await openCustomer(service);
      const mend = breakSound(service, new EngineFailed({ cause: 'test' }));
      assertError(await make(customer, once), 502, 'engine_unavailable');
      mend();
      assert.equal(await usedBy(customer), 0);
      assert.equal((await make(customer, once)).headers['idempotent-replayed'], undefined);
      assert.equal(await usedBy(customer), credits);
    });
  }

  test('the ledger balances after all of it', async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
