import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { currentWallet, reserveCredits, settleCharge } from '../ledger/index.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { type PlanId, planOf } from '../plans/index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { openOrder } from './testing/orders.ts';

const CENTS = { starter: 500, creator: 1_800, developer: 7_900 };
const monthOf = (plan: PlanId) => planOf(plan).creditsPerMonth;

describe('changing the plan of a card subscription in production', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(() => bench.close());

  let made = 0;
  async function subscriber(plan: keyof typeof CENTS) {
    made += 1;
    const whom = { customer: `cus_u${made}`, subscription: `sub_u${made}` };
    const { id } = await bench.customer();
    const cents = CENTS[plan];
    const order = await openOrder(bench, id, { provider: 'stripe', plan, cents });
    const paid = { amount_total: cents, currency: 'usd' };
    await bench.card('checkout.session.completed', { id: order.sessionId, ...paid, ...whom });
    let invoices = 0;
    return {
      id,
      async spend(credits: number) {
        const held = await reserveCredits(bench, chargeRequestOf(id, credits));
        await settleCharge(bench, { ...held, credits });
      },
      async move(to: keyof typeof CENTS) {
        const items = { data: [{ price: { unit_amount: CENTS[to], currency: 'usd' } }] };
        const object = { id: whom.subscription, customer: whom.customer, status: 'active', items };
        await bench.card('customer.subscription.updated', { ...object, metadata: { plan: to } });
        assert.equal(await bench.plan(id), to);
      },
      async pay(amount: number, to: keyof typeof CENTS) {
        invoices += 1;
        const object = { id: `in_u${made}_${invoices}`, ...whom, amount_paid: amount, currency: 'usd' };
        await bench.card('invoice.paid', { ...object, metadata: { plan: to } });
      },
      pool: async () => (await currentWallet(bench, id)).pool_credits,
    };
  }

  test('an upgrade grants what the dearer plan has more, whichever event comes first; a month in full renews', async () => {
    for (const first of ['subscription', 'invoice']) {
      const one = await subscriber('creator');
      await one.spend(100_000);
      if (first === 'invoice') await one.pay(6_100, 'developer');
      await one.move('developer');
      if (first === 'subscription') await one.pay(6_100, 'developer');
      assert.equal(await one.pool(), monthOf('developer') - 100_000, first);
      await one.pay(7_900, 'developer');
      assert.equal(await one.pool(), monthOf('developer'), 'the next month is paid in full');
    }
    assert.deepEqual(await bench.differences(), []);
  });

  test('going down and up again grants nothing anew', async () => {
    const one = await subscriber('developer');
    await one.spend(monthOf('developer') - 10);
    for (const plan of ['starter', 'developer', 'creator', 'developer'] as const) await one.move(plan);
    assert.ok((await one.pool()) <= 10, `${await one.pool()}`);
    assert.deepEqual(await bench.differences(), []);
  });
});
