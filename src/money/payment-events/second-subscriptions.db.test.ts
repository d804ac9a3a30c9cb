import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { cancelSurplusSubscriptions } from '../checkout/index.ts';
import { currentWallet, reserveCredits, settleCharge } from '../ledger/index.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import type { CardApi } from '../providers/index.ts';
import { currentSubscription } from '../subscriptions/index.ts';
import { releaseEvent } from './index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromPaystack } from './testing/deliveries.ts';
import { openOrder } from './testing/orders.ts';

describe('two payment pages for two plans that are both paid', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(() => bench.close());

  const heldEvents = async (accountId: string) => {
    const { rows } = await sql<{ id: string; type: string; note: string }>`
      SELECT id, type, note FROM payment_events
      WHERE account_id = ${accountId} AND status = 'held' ORDER BY id`.execute(bench.db);
    return rows;
  };
  const release = (id: string, cents: number) =>
    releaseEvent(bench.deps, id, { accountId: null, cents, by: SYSTEM, admin: 'admin', note: 'paid twice' });

  /** A page of the card provider, and the events of a customer who pays on it. */
  async function page(accountId: string, plan: string, cents: number) {
    const { reference, sessionId, status } = await openOrder(bench, accountId, {
      provider: 'stripe',
      plan,
      cents,
    });
    const ids = { customer: `cus_${accountId}`, subscription: `sub_${plan}_${accountId}` };
    const metadata = { plan, service_user_id: accountId, reference };
    const subscription = { id: ids.subscription, customer: ids.customer, metadata };
    return {
      status,
      subscription: ids.subscription,
      completed: () =>
        bench.card('checkout.session.completed', {
          id: sessionId,
          ...ids,
          metadata,
          amount_total: cents,
          currency: 'usd',
        }),
      invoiced: (id = `in_${plan}_${accountId}`) =>
        bench.card('invoice.paid', {
          id,
          ...ids,
          subscription_details: { metadata },
          amount_paid: cents,
          currency: 'usd',
        }),
      changed: (status: string) => bench.card('customer.subscription.updated', { ...subscription, status }),
      deleted: () => bench.card('customer.subscription.deleted', { ...subscription, status: 'canceled' }),
    };
  }

  test('the first counts; the second moves no plan, and its payment is held', async () => {
    for (const order of ['session first', 'invoice first']) {
      const { id } = await bench.customer();
      const first = await page(id, 'creator', 1_800);
      const second = await page(id, 'starter', 500);
      const events = [first.completed, first.invoiced, () => first.changed('active')];
      for (const event of order === 'session first' ? events : events.toReversed()) await event();
      const spent = await reserveCredits(bench, chargeRequestOf(id, 10));
      await settleCharge(bench, { ...spent, credits: 10 });
      const { pool_credits: left } = await currentWallet(bench, id);
      for (const event of [second.invoiced, () => second.changed('active'), second.completed]) await event();
      assert.equal(await bench.plan(id), 'creator', order);
      assert.equal((await currentWallet(bench, id)).pool_credits, left, 'no second grant');
      assert.deepEqual([await first.status(), await second.status()], ['paid', 'open'], order);
      assert.equal((await currentSubscription(bench.db, id))?.id, first.subscription, order);
      const held = await heldEvents(id);
      assert.deepEqual(
        held.map(({ type, note }) => [type, note]),
        [['invoice.paid', 'paid for a second subscription']],
        order,
      );
      await release(held[0]?.id ?? '', 500);
      assert.deepEqual([await bench.plan(id), await bench.cents(id)], ['creator', 500], order);
      await second.deleted();
      assert.equal(await bench.plan(id), 'creator', 'its end does not end the first');
      await first.invoiced(`in_next_${id}`);
      assert.equal(await bench.plan(id), 'creator');
    }
  });

  test('the second is canceled at the provider, once', async () => {
    const canceled: string[] = [];
    const stripe = { cancelNow: async (id: string) => void canceled.push(id) } as unknown as CardApi;
    const deps = { ...bench.deps, providers: { stripe } };
    await cancelSurplusSubscriptions(deps);
    await cancelSurplusSubscriptions(deps);
    assert.equal(canceled.length, 2);
    assert.ok(canceled.every((id) => id.startsWith('sub_starter_')));
  });

  test('through a regional rail the second payment is held, and becomes credit when it is released', async () => {
    const { id, email } = await bench.customer();
    const order = (plan: string, cents: number) =>
      openOrder(bench, id, { provider: 'paystack', plan, cents });
    const pay = (reference: string, amount: number) =>
      bench.send(
        fromPaystack({
          event: 'charge.success',
          data: { reference, amount, currency: 'USD', customer: { email } },
        }),
      );
    const creator = await order('creator', 1_800);
    const starter = await order('starter', 500);
    await pay(creator.reference, 1_800);
    await pay(starter.reference, 500);
    const [held] = await heldEvents(id);
    assert.deepEqual(
      [await bench.plan(id), held?.note],
      ['creator', 'the creator plan was bought meanwhile'],
    );
    await release(held?.id ?? '', 500);
    assert.deepEqual([await bench.plan(id), await bench.cents(id)], ['creator', 500]);
    bench.clock.advanceMs(1_000);
    const later = await order('starter', 500);
    await pay(later.reference, 500);
    assert.equal(await bench.plan(id), 'starter', 'a page that was opened after the payment counts');
  });

  test('a refund takes back what was released as credit, whenever the payment of the invoice became known', async () => {
    for (const linked of ['before', 'after']) {
      const { id } = await bench.customer();
      await (await page(id, 'creator', 1_800)).completed();
      const second = await page(id, 'starter', 500);
      const names = { invoice: `in_second_${id}`, payment_intent: `pi_second_${id}` };
      const link = () =>
        bench.card('invoice_payment.paid', {
          id: `inpay_${id}`,
          invoice: names.invoice,
          payment: { type: 'payment_intent', payment_intent: names.payment_intent },
        });
      await second.invoiced(names.invoice);
      const [held] = await heldEvents(id);
      if (linked === 'before') await link();
      await release(held?.id ?? '', 500);
      if (linked === 'after') await link();
      assert.equal(await bench.cents(id), 500);
      const refunds = { payment_intent: names.payment_intent };
      await bench.card('charge.refunded', { ...refunds, amount_refunded: 200 });
      assert.equal(await bench.cents(id), 300, linked);
      await bench.card('charge.refunded', { ...refunds, amount_refunded: 500 });
      assert.equal(await bench.cents(id), 0, linked);
    }
  });

  test('a refund takes back what a held session was released as', async () => {
    const { id } = await bench.customer();
    const first = await openOrder(bench, id, { provider: 'stripe', plan: 'creator', cents: 1_800 });
    const second = await openOrder(bench, id, { provider: 'stripe', plan: 'starter', cents: 500 });
    const paid = { customer: `cus_${id}`, currency: 'usd' };
    await bench.card('checkout.session.completed', { id: first.sessionId, amount_total: 1_800, ...paid });
    const payment_intent = `pi_session_${id}`;
    await bench.card('checkout.session.completed', {
      id: second.sessionId,
      amount_total: 500,
      payment_intent,
      ...paid,
    });
    const [held] = await heldEvents(id);
    await release(held?.id ?? '', 500);
    assert.equal(await bench.cents(id), 500);
    await bench.card('charge.refunded', { payment_intent, amount_refunded: 500 });
    assert.equal(await bench.cents(id), 0);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});
