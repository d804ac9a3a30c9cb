import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { applyDuePlanChanges } from '../checkout/index.ts';
import { currentWallet, reserveCredits, settleCharge } from '../ledger/index.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { releaseEvent } from './index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromDlocal, fromFlutterwave, fromPaystack } from './testing/deliveries.ts';
import { openOrder } from './testing/orders.ts';

const MONTH_MS = 32 * 86_400_000;
const NGN_RATE = 0.00065;
const PLAN_IDS = ['starter', 'creator', 'developer'];

let bench: PaymentBench;
const lastEvent = async () => (await bench.outcomes()).at(-1);
const poolOf = async (id: string) => (await currentWallet(bench, id)).pool_credits;

describe('payments that name a plan and match no order, in production', () => {
  before(async () => {
    bench = await openPaymentBench({ production: true, settings: { PAYMENT_RATES: `NGN:${NGN_RATE}` } });
  });
  after(() => bench.close());

  test('NGN 1 buys no plan, however often it is paid and through whichever rail', async () => {
    const { id, email } = await bench.customer();
    const named = { plan: 'developer', metadata: { plan: 'developer' }, meta: { plan: 'developer' } };
    const common = { ...named, currency: 'NGN', customer: { email } };
    for (const again of [1, 2]) {
      const b = { ...common, amount: 100, reference: `b${again}` };
      await bench.send(fromPaystack({ event: 'charge.success', data: b }));
      const plan = { name: 'Developer' };
      await bench.send(
        fromPaystack({ event: 'charge.success', data: { ...b, plan, reference: `plan${again}` } }),
      );
      await bench.send(
        fromFlutterwave({ event: 'charge.completed', data: { ...common, amount: 1, tx_ref: `c${again}` } }),
      );
      const d = { id: `d${again}`, amount: 1, currency: 'NGN', plan: 'developer', payer: { email } };
      await bench.send(fromDlocal(d));
    }
    assert.deepEqual([await bench.plan(id), await bench.cents(id), await poolOf(id)], ['free', 0, 12_000]);
  });

  test('what was paid becomes credit by PAYMENT_RATES', async () => {
    const { id, email } = await bench.customer();
    const paid = { amount: 1_000_000, currency: 'NGN', plan: 'starter' };
    const data = { ...paid, reference: 'worth', customer: { email } };
    await bench.send(fromPaystack({ event: 'charge.success', data }));
    assert.deepEqual([await bench.plan(id), await bench.cents(id)], ['free', 650]);
  });

  test('a payment without an amount or a currency is held, and gives no plan when it is released', async () => {
    const { id, email } = await bench.customer();
    const data = { customer: { email }, metadata: { plan: 'developer' } };
    for (const more of [{ currency: 'USD' }, { amount: 7_900 }, { amount: 7_900, currency: {} }]) {
      const reference = JSON.stringify(more);
      await bench.send(fromPaystack({ event: 'charge.success', data: { ...data, ...more, reference } }));
      assert.equal((await lastEvent())?.status, 'held', reference);
    }
    const release = { accountId: id, cents: 7_900, by: SYSTEM, admin: 'admin', note: 'checked' };
    await releaseEvent(bench.deps, (await lastEvent())?.id ?? '', release);
    assert.deepEqual([await bench.plan(id), await bench.cents(id)], ['free', 7_900]);
  });

  test('no series of payments moves a plan or adds more than was paid', async () => {
    const payments = fc.array(
      fc.record({
        rail: fc.constantFrom('b', 'c', 'd', 'card'),
        minor: fc.oneof(fc.nat({ max: 20_000 }), fc.constantFrom(-1, 1e300, Number.NaN)),
        currency: fc.constantFrom('NGN', 'ngn', 'USD', 'EUR', undefined),
        plan: fc.constantFrom(...PLAN_IDS, 'Developer', { name: 'creator' }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(payments, async (all) => {
        const { id, email } = await bench.customer();
        let worth = 0;
        for (const { rail, minor, currency, plan } of all) {
          runs += 1;
          const reference = `any${runs}`;
          const common = { currency, plan, metadata: { plan }, customer: { email }, payer: { email } };
          const b = { ...common, reference, amount: minor };
          const intent = { ...common, id: reference, amount_received: minor, receipt_email: email };
          if (rail === 'b') await bench.send(fromPaystack({ event: 'charge.success', data: b }));
          if (rail === 'c')
            await bench.send(
              fromFlutterwave({ data: { ...common, tx_ref: reference, amount: minor / 100 } }),
            );
          if (rail === 'd') await bench.send(fromDlocal({ ...common, id: reference, amount: minor / 100 }));
          if (rail === 'card') await bench.card('payment_intent.succeeded', intent);
          const rate = currency?.toUpperCase() === 'NGN' ? NGN_RATE : currency === 'EUR' ? 0 : 1;
          if (minor > 0 && minor <= 20_000) worth += minor * rate;
        }
        assert.equal(await bench.plan(id), 'free');
        assert.ok((await bench.cents(id)) <= worth, `${await bench.cents(id)} of ${worth}`);
      }),
      { numRuns: 40 },
    );
    assert.deepEqual(await bench.differences(), []);
  });
});

describe('the card provider’s events, in production', () => {
  before(async () => {
    const CARDPAY_PRICES = 'starter:price_starter';
    bench = await openPaymentBench({ production: true, settings: { CARDPAY_PRICES } });
  });
  after(() => bench.close());

  let made = 0;
  /** A customer who bought a plan by card, and their subscription's events. */
  async function subscriber(plan: string, cents: number) {
    made += 1;
    const { id } = await bench.customer();
    const { reference, sessionId } = await openOrder(bench, id, { provider: 'stripe', plan, cents });
    const ids = { customer: `cus_u${made}`, subscription: `sub_u${made}` };
    const metadata = { plan, service_user_id: id, reference };
    await bench.card('checkout.session.completed', {
      ...ids,
      id: sessionId,
      metadata,
      amount_total: cents,
      currency: 'usd',
    });
    return {
      id,
      invoice: (amount: number, more: object = {}) =>
        bench.card('invoice.paid', {
          id: `in_u${made}_${amount}_${Math.random()}`,
          ...ids,
          amount_paid: amount,
          currency: 'usd',
          subscription_details: { metadata },
          ...more,
        }),
      change: (status: string, to: string, price?: object) =>
        bench.card('customer.subscription.updated', {
          id: ids.subscription,
          customer: ids.customer,
          status,
          metadata: { ...metadata, plan: to },
          items: { data: price ? [{ price: { currency: 'usd', ...price } }] : [] },
        }),
    };
  }

  test('a session that is not a checkout of ours gives no plan and links no customer', async () => {
    const { id } = await bench.customer();
    const metadata = { plan: 'developer', service_user_id: id };
    const session = { id: 'cs_foreign', customer: 'cus_foreign', amount_total: 7_900, metadata };
    await bench.card('checkout.session.completed', session);
    assert.deepEqual([await bench.plan(id), (await lastEvent())?.note], ['free', 'not an order of ours']);
    await bench.card('customer.subscription.deleted', { id: 'sub_foreign', customer: 'cus_foreign' });
    assert.equal((await lastEvent())?.note, 'unknown account');
  });

  test('a subscription that no order of ours began moves nothing, whatever its metadata says', async () => {
    const { id } = await bench.customer();
    const metadata = { plan: 'developer', service_user_id: id };
    const foreign = { id: 'sub_own', customer: 'cus_own', metadata };
    for (const reference of [undefined, 'vox-invented']) {
      const named = { ...foreign, metadata: { ...metadata, reference } };
      await bench.card('customer.subscription.updated', { ...named, status: 'active' });
      assert.deepEqual([await bench.plan(id), (await lastEvent())?.note], ['free', 'not an order of ours']);
    }
    const other = await subscriber('creator', 1_800);
    await bench.card('customer.subscription.updated', { ...foreign, status: 'past_due' });
    assert.deepEqual([await bench.plan(id), await bench.plan(other.id)], ['free', 'creator']);
  });

  test('somebody else’s order is no order of yours', async () => {
    const { id } = await bench.customer();
    const { reference } = await openOrder(bench, (await bench.customer()).id, {
      provider: 'stripe',
      plan: 'developer',
      cents: 7_900,
    });
    const metadata = { plan: 'developer', service_user_id: id, reference };
    const subscription = { id: 'sub_stolen', customer: 'cus_stolen', metadata, status: 'active' };
    await bench.card('customer.subscription.updated', subscription);
    assert.equal(await bench.plan(id), 'free');
  });

  test('an invoice over nothing or a cent gives and renews no plan; the price does', async () => {
    const one = await subscriber('creator', 1_800);
    await one.change('past_due', 'creator');
    for (const amount of [0, 1, 1_799]) await one.invoice(amount);
    assert.equal(await bench.plan(one.id), 'suspended');
    await one.invoice(1_800);
    assert.equal(await bench.plan(one.id), 'creator');
    const spent = await reserveCredits(bench, chargeRequestOf(one.id, 100_000));
    await settleCharge(bench, { ...spent, credits: 100_000 });
    for (const amount of [0, 1, 1_799]) await one.invoice(amount);
    assert.equal(await poolOf(one.id), 45_000);
    await one.invoice(1_000, { total_discount_amounts: [{ amount: 800 }] });
    assert.equal(await poolOf(one.id), 145_000, 'the operator’s discount is not the customer’s fault');
  });

  test('an invoice of a cheaper plan does not renew a dearer one', async () => {
    const one = await subscriber('starter', 500);
    bench.clock.advanceMs(1_000);
    const { reference } = await openOrder(bench, one.id, {
      provider: 'paystack',
      plan: 'developer',
      cents: 7_900,
    });
    const data = { reference, amount: 7_900, currency: 'USD', customer: { email: 'x@example.test' } };
    await bench.send(fromPaystack({ event: 'charge.success', data }));
    assert.equal(await bench.plan(one.id), 'developer');
    const spent = await reserveCredits(bench, chargeRequestOf(one.id, 700_000));
    await settleCharge(bench, { ...spent, credits: 700_000 });
    await one.invoice(500);
    assert.equal(await poolOf(one.id), 20_000);
  });

  test('an invoice that belongs to no order of ours is held, and becomes credit when it is released', async () => {
    const { id } = await bench.customer();
    const metadata = { plan: 'developer', service_user_id: id };
    const invoice = { id: 'in_foreign', customer: 'cus_odd', metadata, amount_paid: 100, currency: 'usd' };
    await bench.card('invoice.paid', invoice);
    const { id: event = '', status } = (await lastEvent()) ?? {};
    assert.deepEqual([status, await bench.plan(id)], ['held', 'free']);
    await releaseEvent(bench.deps, event, {
      accountId: null,
      cents: 100,
      by: SYSTEM,
      admin: 'admin',
      note: 'checked',
    });
    assert.deepEqual([await bench.plan(id), await bench.cents(id)], ['free', 100]);
  });

  test('a changed subscription gives the plan that it pays for, by a known price or at its price', async () => {
    const one = await subscriber('creator', 1_800);
    await one.change('active', 'developer', { id: 'price_x', unit_amount: 100 });
    assert.equal(await bench.plan(one.id), 'creator');
    await one.change('active', 'developer', { id: 'price_x', unit_amount: 7_900, currency: 'ngn' });
    assert.equal(await bench.plan(one.id), 'creator');
    await one.change('active', 'developer');
    assert.equal(await bench.plan(one.id), 'creator', 'without a price only what was ordered');
    await one.change('active', 'developer', { id: 'price_x', unit_amount: 7_900 });
    assert.equal(await bench.plan(one.id), 'developer');
    await one.change('active', 'developer', { id: 'price_starter', unit_amount: 450 });
    assert.equal(await bench.plan(one.id), 'starter', 'the price that the operator stated counts');
  });

  test('a session without its amount is held', async () => {
    const { id } = await bench.customer();
    const { sessionId } = await openOrder(bench, id, { provider: 'stripe', plan: 'developer', cents: 7_900 });
    await bench.card('checkout.session.completed', { id: sessionId });
    assert.deepEqual([await bench.plan(id), (await lastEvent())?.status], ['free', 'held']);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});

describe('a plan that no subscription renews', () => {
  test('ends after a month, with or without an order of ours', async () => {
    bench = await openPaymentBench();
    try {
      const { id, email } = await bench.customer();
      const data = { tx_ref: 'month', amount: 1, currency: 'NGN', customer: { email }, plan: 'developer' };
      await bench.send(fromFlutterwave({ event: 'charge.completed', data }));
      assert.equal(await bench.plan(id), 'developer', 'the contract’s table, outside production');
      bench.clock.advanceMs(MONTH_MS);
      await applyDuePlanChanges(bench);
      assert.equal(await bench.plan(id), 'free');
      const { reference } = await openOrder(bench, id, { provider: 'stripe', plan: 'starter', cents: 500 });
      const intent = { id: 'pi_month', amount_received: 500, metadata: { reference } };
      await bench.card('payment_intent.succeeded', intent);
      assert.equal(await bench.plan(id), 'starter');
      bench.clock.advanceMs(MONTH_MS);
      await applyDuePlanChanges(bench);
      assert.equal(await bench.plan(id), 'free', 'a single payment by card is no subscription');
    } finally {
      await bench.close();
    }
  });
});
