import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { waitsForLock } from '../../platform/testing/waits-for-lock.ts';
import { lockAccount } from '../../tenancy/accounts/index.ts';
import { applyDuePlanChanges } from '../checkout/index.ts';
import { currentWallet, lockWallet, reserveCredits, settleCharge } from '../ledger/index.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromPaystack } from './testing/deliveries.ts';
import { openOrder } from './testing/orders.ts';

describe('refunds and disputes of payments for a plan', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(() => bench.close());

  async function refundedOf(accountId: string): Promise<number[]> {
    const { rows } = await sql<{ cents: number }>`
      SELECT (SELECT COALESCE(sum(r.cents), 0)::bigint FROM invoice_refunds r
        WHERE r.invoice_id = i.id AND r.reversed_at IS NULL) AS cents
      FROM invoices i WHERE account_id = ${accountId} ORDER BY number`.execute(bench.db);
    return rows.map(({ cents }) => cents);
  }

  let made = 0;
  /** A subscriber to `creator`, and what the card provider reports of the first invoice. */
  async function subscriber() {
    made += 1;
    const customer = `cus_p${made}`;
    const invoice = `in_p${made}`;
    const payment = `pi_p${made}`;
    const { id } = await bench.customer();
    const order = await openOrder(bench, id, { provider: 'stripe', plan: 'creator', cents: 1_800 });
    const paid = { amount_total: 1_800, currency: 'usd', subscription: `sub_p${made}` };
    await bench.card('checkout.session.completed', { id: order.sessionId, customer, ...paid });
    const facts = { id: invoice, customer, amount_paid: 1_800, currency: 'usd' };
    return {
      id,
      customer,
      invoice: (more: object = {}) => bench.card('invoice.paid', { ...facts, ...more }),
      link: () =>
        bench.card('invoice_payment.paid', {
          id: `inpay_${made}`,
          invoice,
          payment: { type: 'payment_intent', payment_intent: payment },
        }),
      payment,
      refund: (total: number) =>
        bench.card('charge.refunded', { payment_intent: payment, amount_refunded: total }),
      dispute: (type: string, more: object = {}) =>
        bench.card(`charge.dispute.${type}`, { id: `dp_${payment}`, payment_intent: payment, ...more }),
    };
  }

  test('the invoice shows what was refunded, once; wallet and plan stay', async () => {
    const one = await subscriber();
    await one.invoice({ payment_intent: one.payment });
    await one.refund(500);
    await one.refund(500);
    await one.refund(1_800);
    await one.refund(700);
    assert.deepEqual(await refundedOf(one.id), [1_800]);
    assert.deepEqual([await bench.plan(one.id), await bench.cents(one.id)], ['creator', 0]);
  });

  test('the credits of the time that was paid for go back with the money, and return with a dispute that is won', async () => {
    const one = await subscriber();
    await one.invoice({ payment_intent: one.payment });
    const figures = async () => {
      const { pool_credits, owed_credits } = await currentWallet(bench, one.id);
      return [pool_credits, owed_credits];
    };
    const spent = await reserveCredits(bench, chargeRequestOf(one.id, 100_000));
    await settleCharge(bench, { ...spent, credits: 100_000 });
    await one.refund(180);
    assert.deepEqual(await figures(), [30_500, 0]);
    await one.dispute('created', { amount: 1_620 });
    assert.deepEqual(await figures(), [0, 100_000]);
    await one.dispute('created', { amount: 1_620 });
    await one.dispute('closed', { status: 'won' });
    await one.dispute('closed', { status: 'won' });
    assert.deepEqual(await figures(), [30_500, 0]);
    await one.refund(1_800);
    assert.deepEqual(await figures(), [0, 100_000]);
    const next = await bench.card('invoice.paid', {
      id: `in_next_${one.id}`,
      customer: one.customer,
      amount_paid: 1_800,
      currency: 'usd',
    });
    assert.equal(next.status, 200);
    assert.deepEqual(await figures(), [45_000, 0], 'the next month pays what was spent of this one');
  });

  test('the payment may be linked to its invoice by an event of its own, in whatever order they come', async () => {
    for (const order of ['invoice link refund', 'link refund invoice', 'refund invoice link']) {
      const one = await subscriber();
      const act = { invoice: () => one.invoice(), link: () => one.link(), refund: () => one.refund(400) };
      for (const step of order.split(' ') as (keyof typeof act)[]) await act[step]();
      assert.deepEqual(await refundedOf(one.id), [400], order);
    }
  });

  test('a dispute is noted while it is open and when it is lost, not when it is won', async () => {
    const one = await subscriber();
    await one.invoice({ payment_intent: one.payment });
    await one.refund(300);
    await one.dispute('created');
    assert.deepEqual(await refundedOf(one.id), [1_800]);
    await one.dispute('closed', { status: 'won' });
    assert.deepEqual(await refundedOf(one.id), [300]);
    const other = await subscriber();
    await other.invoice({ payment_intent: other.payment });
    await other.dispute('closed', { status: 'won' });
    await other.dispute('created');
    assert.deepEqual(await refundedOf(other.id), [0]);
  });

  test('a month of a regional rail that is paid back in full is taken off, in part it stays', async () => {
    const { id, email } = await bench.customer();
    const { reference } = await openOrder(bench, id, { provider: 'paystack', plan: 'creator', cents: 1_800 });
    const data = { reference, amount: 1_800, currency: 'USD', customer: { email } };
    await bench.send(fromPaystack({ event: 'charge.success', data }));
    const refund = (amount: number, refund_reference: string) =>
      bench.send(
        fromPaystack({
          event: 'refund.processed',
          data: {
            transaction_reference: reference,
            refund_reference,
            amount: String(amount),
            currency: 'USD',
          },
        }),
      );
    await refund(800, 'r_part');
    await applyDuePlanChanges(bench);
    assert.deepEqual([await bench.plan(id), await refundedOf(id)], ['creator', [800]]);
    await refund(1_000, 'r_rest');
    await applyDuePlanChanges(bench);
    assert.deepEqual([await bench.plan(id), await refundedOf(id)], ['free', [1_800]]);
  });

  test('a refund locks the account before its wallet, as payments do', async () => {
    const { id, email } = await bench.customer();
    const { reference } = await openOrder(bench, id, { provider: 'paystack', plan: 'creator', cents: 1_800 });
    const paid = { reference, amount: 1_800, currency: 'USD', customer: { email } };
    await bench.send(fromPaystack({ event: 'charge.success', data: paid }));
    const data = { transaction_reference: reference, refund_reference: 'r_locks', amount: '1800' };
    const locked = Promise.withResolvers<void>();
    const paying = bench.db.transaction().execute(async (tx) => {
      await lockAccount(tx, { accountId: id });
      locked.resolve();
      await waitsForLock(tx);
      await lockWallet(tx, id);
    });
    await locked.promise;
    const refunding = bench.send(
      fromPaystack({ event: 'refund.processed', data: { ...data, currency: 'USD' } }),
    );
    const [{ status }] = await Promise.all([refunding, paying]);
    assert.equal(status, 200);
    assert.deepEqual(await refundedOf(id), [1_800]);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});
