import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { currentWallet } from '../ledger/index.ts';
import type { CardApi, Subscription } from '../providers/index.ts';
import { accountCustomer, currentSubscription } from '../subscriptions/index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';

const UPDATED = 'customer.subscription.updated';
const DELETED = 'customer.subscription.deleted';

let made = 0;

/** A customer of the card provider with a subscription to `starter`. */
async function subscriber(bench: PaymentBench) {
  made += 1;
  const { id } = await bench.customer();
  const ids = { customer: `cus_${made}`, subscription: `sub_${made}` };
  const metadata = { plan: 'starter', service_user_id: id };
  await bench.card('checkout.session.completed', { ...ids, metadata }, 0);
  const change = (status: string, plan: string, created?: number, type = UPDATED) =>
    bench.card(type, { id: ids.subscription, customer: ids.customer, status, metadata: { plan } }, created);
  return { id, ...ids, change, plan: () => bench.plan(id) };
}

describe('the order of events, without the provider’s API', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench();
  });
  after(() => bench.close());

  test('an old subscription.updated behind a newer one does not move the plan back', async () => {
    const customer = await subscriber(bench);
    await customer.change('active', 'developer', 20);
    await customer.change('active', 'creator', 10);
    assert.equal(await customer.plan(), 'developer');
    await customer.change('active', 'creator', 30);
    assert.equal(await customer.plan(), 'creator');
  });

  test('an update that was sent before the end of the subscription does not bring it back', async () => {
    const customer = await subscriber(bench);
    await customer.change('canceled', 'starter', 20, DELETED);
    await customer.change('active', 'developer', 10);
    assert.equal(await customer.plan(), 'free');
    assert.equal(await currentSubscription(bench.db, customer.id), null);
  });

  test('events of the same second, or without a time, count in the order of their arrival', async () => {
    const customer = await subscriber(bench);
    for (const plan of ['creator', 'developer', 'creator']) {
      await customer.change('active', plan, 5);
      assert.equal(await customer.plan(), plan);
    }
    bench.clock.advanceMs(10_700);
    await customer.change('past_due', 'creator');
    await customer.change('active', 'creator');
    assert.equal(await customer.plan(), 'creator');
  });

  test('a late failure of a payment does not suspend who has paid since', async () => {
    const customer = await subscriber(bench);
    await customer.change('active', 'creator', 30);
    await bench.card('invoice.payment_failed', { customer: customer.customer }, 20);
    assert.equal(await customer.plan(), 'creator');
  });

  test('events that arrive before the checkout are acted on once the customer is known', async () => {
    const { id } = await bench.customer();
    const early = await bench.card(UPDATED, { id: 'sub_e', customer: 'cus_e', status: 'past_due' }, 9);
    assert.deepEqual(early.body, { received: true, ignored: true });
    await bench.card('invoice.paid', { customer: 'cus_e' }, 3);
    const metadata = { plan: 'starter', service_user_id: id };
    await bench.card('checkout.session.completed', { customer: 'cus_e', metadata }, 1);
    assert.equal(await bench.plan(id), 'suspended');
    assert.equal(await accountCustomer(bench.db, id, 'stripe'), 'cus_e');
  });

  test('a subscription that changes in small ways does not renew the credits', async () => {
    const customer = await subscriber(bench);
    const cycle = async () => (await currentWallet(bench, customer.id)).cycle;
    const first = await cycle();
    for (let created = 1; created < 4; created += 1) await customer.change('active', 'starter', created);
    assert.equal(await cycle(), first);
    await bench.card('invoice.paid', { customer: customer.customer }, 5);
    assert.equal(await cycle(), first + 1);
  });

  test('the plan of an invoice or a subscription comes from a known price, else from the metadata', async () => {
    const priced = await openPaymentBench({ settings: { CARDPAY_PRICES: 'developer:price_d' } });
    const customer = await subscriber(priced);
    const items = { data: [{ price: { id: 'price_d' } }] };
    const object = { id: customer.subscription, customer: customer.customer, status: 'active' };
    await priced.card(UPDATED, { ...object, items, metadata: { plan: 'starter' } }, 5);
    assert.equal(await customer.plan(), 'developer');
    await priced.card('invoice.payment_failed', { customer: customer.customer }, 6);
    const line = { amount: 500, pricing: { price_details: { price: 'price_unknown' } } };
    const parent = { subscription_details: { subscription: 'sub_1', metadata: { plan: 'starter' } } };
    await priced.card('invoice.paid', { customer: customer.customer, lines: { data: [line] }, parent }, 7);
    assert.equal(await customer.plan(), 'starter');
    await priced.close();
  });
});

describe('the order of events, with the provider’s API', () => {
  let bench: PaymentBench;
  let now: Subscription | null | Error;
  before(async () => {
    const findSubscription = async () => {
      if (now instanceof Error) throw now;
      return now;
    };
    bench = await openPaymentBench({
      providers: { stripe: { findSubscription } as unknown as CardApi },
    });
  });
  after(() => bench.close());
  beforeEach(() => {
    now = null;
  });

  const state = (id: string, status: string, plan: string): Subscription => ({
    id,
    status,
    plan,
    customerId: 'cus',
    accountId: null,
    reference: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    created: new Date(0),
    price: { known: false, cents: null, currency: 'usd' },
  });

  test('the subscription as it is now counts, not what an event says', async () => {
    const customer = await subscriber(bench);
    now = state(customer.subscription, 'active', 'developer');
    await customer.change('past_due', 'starter', 30);
    assert.equal(await customer.plan(), 'developer');
    now = state(customer.subscription, 'canceled', 'developer');
    await customer.change('active', 'developer', 10);
    assert.equal(await customer.plan(), 'free');
  });

  test('a provider that cannot be reached loses nothing: the event counts, and is ordered by its time', async () => {
    const customer = await subscriber(bench);
    now = new Error('connection refused');
    assert.equal((await customer.change('active', 'creator', 10)).status, 200);
    assert.equal(await customer.plan(), 'creator');
    await customer.change('active', 'starter', 5);
    assert.equal(await customer.plan(), 'creator');
  });

  test('the end of one subscription does not end another that is paid for', async () => {
    const customer = await subscriber(bench);
    now = state(customer.subscription, 'active', 'starter');
    await customer.change('active', 'starter', 1);
    const object = { id: 'sub_new', customer: customer.customer, status: 'active', metadata: {} };
    now = state('sub_new', 'active', 'developer');
    await bench.card(UPDATED, object, 2);
    now = state(customer.subscription, 'canceled', 'starter');
    await customer.change('canceled', 'starter', 3, DELETED);
    assert.equal(await customer.plan(), 'developer');
  });
});
