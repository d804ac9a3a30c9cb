import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseConfig } from '../../platform/config/index.ts';
import { silentLog } from '../../platform/log.ts';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { currentWallet, verifyLedger } from '../ledger/index.ts';
import { openRouteBench, type RouteBench } from '../ledger/testing/app.ts';
import { checkoutRoutes } from './index.ts';

const CHECKOUT = '/api/billing/checkout';
const TOP_UP = '/api/billing/topup';

async function openCheckout(production: boolean): Promise<RouteBench> {
  const bench = await openRouteBench();
  const { payments } = parseConfig({});
  const publicUrl = 'https://voice.example.com';
  await bench.app.register(
    checkoutRoutes({ ...bench, log: silentLog, production, publicUrl, payments, providers: {} }),
  );
  return bench;
}

describe('checkout and top-up outside production', () => {
  let bench: RouteBench;
  before(async () => {
    bench = await openCheckout(false);
  });
  after(() => bench.close());

  test('a plan is applied at once, with its credits and routing grant, through the ledger', async () => {
    const accountId = await bench.caller();
    const { status, body } = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'developer' });
    assert.deepEqual([status, body], [200, { provider: 'demo', plan: 'developer', demo: true }]);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'developer');
    const wallet = await currentWallet(bench, accountId);
    assert.deepEqual([wallet.pool_credits, wallet.routing_credits], [720_000, 10_000]);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('a bad plan at checkout is 400 invalid_plan and changes nothing', async () => {
    const accountId = await bench.caller();
    for (const plan of ['gold', 'suspended', '', 'Creator', '__proto__']) {
      const { status, body } = await bench.call(accountId, 'POST', CHECKOUT, { plan });
      assert.deepEqual([status, body.code], [400, 'invalid_plan'], plan);
    }
    assert.equal((await bench.call(accountId, 'POST', CHECKOUT, {})).status, 400);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'free');
  });

  test('every documented provider and region is accepted, any other is 400', async () => {
    const accountId = await bench.caller();
    for (const provider of ['dlocal', 'paystack', 'flutterwave', 'ebanx', 'yellowcard', 'stripe']) {
      assert.equal((await bench.call(accountId, 'POST', CHECKOUT, { plan: 'free', provider })).status, 200);
    }
    for (const region of ['africa', 'latam', 'south-asia']) {
      assert.equal((await bench.call(accountId, 'POST', CHECKOUT, { plan: 'free', region })).status, 200);
    }
    const provider = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'free', provider: 'cash' });
    assert.deepEqual([provider.status, provider.body.code], [400, 'invalid_provider']);
    const region = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'free', region: 'mars' });
    assert.deepEqual([region.status, region.body.code], [400, 'invalid_region']);
  });

  test('a top-up is credited to the cent and returns the balance', async () => {
    const accountId = await bench.caller();
    assert.deepEqual((await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 5 })).body, {
      demo: true,
      amount_cents: 500,
      creditBalanceCents: 500,
    });
    const { body } = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 19.999 });
    assert.deepEqual([body.amount_cents, body.creditBalanceCents], [2_000, 2_500]);
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 25_000_000);
    assert.deepEqual(await verifyLedger(bench.db), []);
  });

  test('less than 5 USD, more than 10,000 USD or no number at all is 400 and credits nothing', async () => {
    const accountId = await bench.caller();
    for (const amountUsd of [4.99, 4.999_999, 0, -5, 10_000.01, 1e308]) {
      const { status, body } = await bench.call(accountId, 'POST', TOP_UP, { amountUsd });
      assert.deepEqual([status, body.code], [400, 'invalid_amount'], String(amountUsd));
    }
    for (const amountUsd of [null, 'ten', {}, [], undefined]) {
      assert.equal((await bench.call(accountId, 'POST', TOP_UP, { amountUsd })).status, 400);
    }
    const endless = await bench.app.inject({
      method: 'POST',
      url: TOP_UP,
      headers: { authorization: `Bearer sk_live_${accountId}`, 'content-type': 'application/json' },
      payload: '{"amountUsd":1e999}',
    });
    assert.equal(endless.statusCode, 400);
    const cash = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10, provider: 'cash' });
    assert.deepEqual([cash.status, cash.body.code], [400, 'invalid_provider']);
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 0);
  });

  test('the same Idempotency-Key credits once and returns the same response', async () => {
    const accountId = await bench.caller();
    const key = { 'idempotency-key': 'top-up-1' };
    const first = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10 }, key);
    const second = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10 }, key);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 10_000_000);
  });
});

describe('checkout and top-up in production', () => {
  let bench: RouteBench;
  before(async () => {
    bench = await openCheckout(true);
  });
  after(() => bench.close());

  test('nothing is applied without a payment: 503, or 400 for an invalid request', async () => {
    const accountId = await bench.caller();
    const checkout = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'creator' });
    assert.deepEqual([checkout.status, checkout.body.code], [503, 'provider_not_configured']);
    const topUp = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10 });
    assert.deepEqual([topUp.status, topUp.body.code], [503, 'provider_not_configured']);
    assert.equal((await bench.call(accountId, 'POST', CHECKOUT, { plan: 'gold' })).status, 400);
    assert.equal((await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 4 })).status, 400);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'free');
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 0);
  });
});
