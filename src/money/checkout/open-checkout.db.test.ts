import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { currentWallet } from '../ledger/index.ts';
import { openProviders } from '../providers/index.ts';
import { fakePaystack } from '../providers/paystack/testing.ts';
import { type FakeServer, openFakeServer } from '../providers/testing/fake-server.ts';
import { findCheckout } from './index.ts';
import { type CheckoutBench, openCheckoutBench } from './testing/checkout-bench.ts';

const CHECKOUT = '/api/billing/checkout';
const TOP_UP = '/api/billing/topup';

describe('checkout through a provider', () => {
  const rail = fakePaystack({ secretKey: 'sk_b' });
  let paystack: FakeServer;
  let bench: CheckoutBench;
  before(async () => {
    paystack = await openFakeServer(rail.answer);
    bench = await openCheckoutBench({
      settings: () => ({
        PROVB_SECRET_KEY: 'sk_b',
        PROVB_API_URL: paystack.url,
        PROVB_CURRENCY: 'NGN',
        PAYMENT_RATES: 'NGN:0.00065',
      }),
    });
  });
  after(async () => {
    await bench.close();
    await paystack.close();
  });

  const statuses = async (accountId: string) => {
    const { rows } = await sql<{ status: string }>`
      SELECT status FROM checkouts WHERE account_id = ${accountId} ORDER BY status`.execute(bench.db);
    return rows.map(({ status }) => status);
  };

  test('a plan answers with the payment page, is stored with its price, and is not applied yet', async () => {
    const accountId = await bench.caller();
    const { status, body } = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'creator' });
    assert.deepEqual([status, Object.keys(body).sort()], [200, ['plan', 'provider', 'session_id', 'url']]);
    assert.deepEqual([body.provider, body.plan], ['stripe', 'creator']);
    const checkout = await findCheckout(bench.db, { provider: 'stripe', sessionId: String(body.session_id) });
    assert.ok(checkout);
    const { accountId: owner, purpose, plan, cents, amountMinor, currency, url } = checkout;
    assert.deepEqual(
      [owner, purpose, plan, cents, amountMinor, currency, url, checkout.status],
      [accountId, 'plan', 'creator', 1_800, 1_800, 'USD', body.url, 'open'],
    );
    const { reference } = checkout;
    assert.deepEqual(await findCheckout(bench.db, { provider: 'stripe', reference }), checkout);
    assert.equal(await findCheckout(bench.db, { provider: 'paystack', reference }), null);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'free');
  });

  test('asking again within the hour gives the same page, so that nobody subscribes twice', async () => {
    const accountId = await bench.caller();
    const ask = async (plan: string) =>
      (await bench.call(accountId, 'POST', CHECKOUT, { plan })).body.session_id;
    const first = await ask('creator');
    assert.equal(await ask('creator'), first);
    assert.notEqual(await ask('starter'), first);
    bench.clock.advanceMs(3_600_001);
    assert.notEqual(await ask('creator'), first);
  });

  test('a page for another plan closes the first one, which nobody can pay any more', async () => {
    const accountId = await bench.caller();
    const ask = (plan: string) => bench.call(accountId, 'POST', CHECKOUT, { plan });
    const first = await ask('creator');
    await ask('starter');
    assert.throws(() => bench.stripe.pay(String(first.body.session_id)), /expired/);
    assert.deepEqual(await statuses(accountId), ['expired', 'open']);
  });

  test('while a payment is being processed there is no second page', async () => {
    const accountId = await bench.caller();
    const ask = (plan: string) => bench.call(accountId, 'POST', CHECKOUT, { plan });
    const { body } = await ask('creator');
    bench.stripe.pay(String(body.session_id));
    const second = await ask('starter');
    assert.deepEqual([second.status, second.body.code], [409, 'payment_pending']);
  });

  test('a top-up answers with the payment page and credits nothing yet', async () => {
    const accountId = await bench.caller();
    const { status, body } = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 25 });
    assert.deepEqual([status, body.provider, body.amount_cents], [200, 'stripe', 2_500]);
    assert.match(String(body.url), /^https:/);
    assert.equal((await currentWallet(bench, accountId)).wallet_micros, 0);
    const checkout = await findCheckout(bench.db, { provider: 'stripe', sessionId: String(body.session_id) });
    assert.deepEqual([checkout?.purpose, checkout?.plan, checkout?.cents], ['top_up', null, 2_500]);
  });

  test('another currency is charged at the configured rate, rounded up to a whole unit', async () => {
    const accountId = await bench.caller();
    const { body } = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'starter', region: 'africa' });
    assert.equal(body.provider, 'paystack');
    const sent = [...rail.payments.values()].at(-1);
    // 5 USD at 0.00065 are 7,692.31 naira.
    assert.deepEqual([sent?.amount, sent?.currency], [769_300, 'NGN']);
    const checkout = await findCheckout(bench.db, { provider: 'paystack', reference: sent?.reference ?? '' });
    assert.deepEqual([checkout?.cents, checkout?.amountMinor, checkout?.currency], [500, 769_300, 'NGN']);
  });

  test('a provider that fails is 502 provider_failed and leaves nothing to pay', async () => {
    const { providers, payments, publicUrl } = bench.deps;
    const patient = providers.paystack;
    assert.ok(patient);
    const { paystack: hasty = patient } = openProviders(payments, { publicUrl, timeoutMs: 400 });
    for (const misbehaviour of ['slow', 'error', 'malformed'] as const) {
      const accountId = await bench.caller();
      paystack.misbehave(misbehaviour);
      if (misbehaviour === 'slow') providers.paystack = hasty;
      const failed = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10, provider: 'paystack' });
      providers.paystack = patient;
      assert.deepEqual([failed.status, failed.body.code], [502, 'provider_failed'], misbehaviour);
      assert.deepEqual(await statuses(accountId), ['failed']);
      const again = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10, provider: 'paystack' });
      assert.equal(again.status, 200);
      assert.deepEqual(await statuses(accountId), ['failed', 'open']);
    }
  });

  test('a page id that two orders share names neither of them', async () => {
    const codes = [...rail.payments.keys()].map(
      (reference) => ({ provider: 'paystack', reference }) as const,
    );
    const [first] = await Promise.all(codes.map((by) => findCheckout(bench.db, by)));
    assert.ok(codes.length > 1 && first?.sessionId);
    const { sessionId } = first;
    assert.equal(await findCheckout(bench.db, { provider: 'paystack', sessionId }), null);
  });

  test('a provider without secrets is 503 in production, and stores nothing', async () => {
    const accountId = await bench.caller();
    for (const provider of ['flutterwave', 'dlocal', 'ebanx', 'yellowcard']) {
      const plan = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'starter', provider });
      assert.deepEqual([plan.status, plan.body.code], [503, 'provider_not_configured'], provider);
      assert.equal((await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 5, provider })).status, 503);
    }
    assert.deepEqual(await statuses(accountId), []);
  });

  test('the same Idempotency-Key opens one page', async () => {
    const accountId = await bench.caller();
    const key = { 'idempotency-key': 'page-1' };
    const first = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10 }, key);
    const second = await bench.call(accountId, 'POST', TOP_UP, { amountUsd: 10 }, key);
    assert.deepEqual([second.status, second.body], [200, first.body]);
    assert.deepEqual(await statuses(accountId), ['open']);
  });

  test('an unknown country is 400', async () => {
    const accountId = await bench.caller();
    const { status, body } = await bench.call(accountId, 'POST', TOP_UP, {
      amountUsd: 10,
      country: 'Brazil',
    });
    assert.deepEqual([status, body.code], [400, 'invalid_country']);
  });

  test('the portal opens for a customer who paid by card, and is 404 before', async () => {
    const accountId = await bench.caller();
    const before = await bench.call(accountId, 'POST', '/api/billing/portal');
    assert.deepEqual([before.status, before.body.code], [404, 'no_saved_customer']);
    await bench.saveCustomer(accountId, 'cus_portal');
    const { status, body } = await bench.call(accountId, 'POST', '/api/billing/portal');
    assert.deepEqual([status, body], [200, { url: 'https://portal.example.com/' }]);
  });
});

describe('checkout outside production', () => {
  let bench: CheckoutBench;
  before(async () => {
    bench = await openCheckoutBench({ production: false });
  });
  after(() => bench.close());

  test('only a provider without secrets gives a demo upgrade', async () => {
    const accountId = await bench.caller();
    const real = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'creator' });
    assert.deepEqual([real.body.provider, real.body.demo], ['stripe', undefined]);
    assert.equal((await findAccount(bench.db, accountId))?.plan, 'free');
    const demo = await bench.call(accountId, 'POST', CHECKOUT, { plan: 'creator', provider: 'ebanx' });
    assert.deepEqual(demo.body, { provider: 'demo', plan: 'creator', demo: true });
  });
});
