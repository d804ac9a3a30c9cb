import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { insertAccount } from '../ledger/testing/bench.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromFlutterwave } from './testing/deliveries.ts';
import { openOrder } from './testing/orders.ts';

let bench: PaymentBench;
describe('invoices of payments', () => {
  before(async () => {
    bench = await openPaymentBench({ production: true, settings: { PAYMENT_RATES: 'NGN:0.001' } });
  });
  after(() => bench.close());

  type Invoice = {
    purpose: string;
    plan: string | null;
    cents: number;
    paid_minor: number;
    currency: string;
  };

  async function invoicesOf(accountId: string): Promise<Invoice[]> {
    const { rows } = await sql<Invoice>`
    SELECT purpose, plan, cents, paid_minor, currency FROM invoices
    WHERE account_id = ${accountId}::uuid ORDER BY number`.execute(bench.db);
    return rows;
  }

  async function refundedCents(accountId: string): Promise<number> {
    const { rows } = await sql<{ cents: number }>`
    SELECT COALESCE(sum(r.cents), 0)::bigint AS cents FROM invoice_refunds r JOIN invoices i ON i.id = r.invoice_id
    WHERE i.account_id = ${accountId}::uuid AND r.reversed_at IS NULL`.execute(bench.db);
    return rows[0]?.cents ?? 0;
  }

  test('every payment that is acted on has one invoice, in what was paid and in dollars', async () => {
    const { id, email } = await bench.customer();
    const intent = { id: 'pi_i', amount_received: 700, receipt_email: email };
    await bench.card('payment_intent.succeeded', intent);
    await bench.card('payment_intent.succeeded', intent);
    const naira = { cents: 500, amountMinor: 500_000, currency: 'NGN' };
    const month = await openOrder(bench, id, { provider: 'flutterwave', plan: 'starter', ...naira });
    const data = { tx_ref: month.reference, amount: 5_000, currency: 'NGN', customer: { email } };
    await bench.send(fromFlutterwave({ event: 'charge.completed', data }));
    bench.clock.advanceMs(1_000);
    const { sessionId } = await openOrder(bench, id, { provider: 'stripe', plan: 'creator', cents: 1_800 });
    const paid = { amount_total: 1_800, currency: 'usd' };
    await bench.card('checkout.session.completed', { id: sessionId, customer: 'cus_i', ...paid });
    await bench.card('invoice.paid', { id: 'in_1', customer: 'cus_i', amount_paid: 1_800, currency: 'usd' });
    await bench.card('invoice.paid', { id: 'in_2', customer: 'cus_i', amount_paid: 0, currency: 'usd' });
    assert.deepEqual(await invoicesOf(id), [
      { purpose: 'top_up', plan: null, cents: 700, paid_minor: 700, currency: 'USD' },
      { purpose: 'plan', plan: 'starter', cents: 500, paid_minor: 500_000, currency: 'NGN' },
      { purpose: 'plan', plan: 'creator', cents: 1_800, paid_minor: 1_800, currency: 'USD' },
    ]);
  });

  test('an account that is older than the ledger is credited and billed too', async () => {
    const id = await insertAccount(bench);
    const intent = { id: 'pi_old', amount_received: 500, receipt_email: `${id}@example.test` };
    await bench.card('payment_intent.succeeded', intent);
    assert.deepEqual([await bench.cents(id), (await invoicesOf(id)).length], [500, 1]);
  });

  test('refunds and lost disputes are noted on the invoice, a dispute that is won is not', async () => {
    const { id, email } = await bench.customer();
    await bench.card('payment_intent.succeeded', {
      id: 'pi_r',
      amount_received: 1_000,
      receipt_email: email,
    });
    await bench.card('charge.refunded', { payment_intent: 'pi_r', amount_refunded: 300 });
    assert.equal(await refundedCents(id), 300);
    const dispute = { id: 'dp_r', payment_intent: 'pi_r', amount: 700 };
    await bench.card('charge.dispute.created', dispute);
    assert.equal(await refundedCents(id), 1_000);
    await bench.card('charge.dispute.closed', { ...dispute, status: 'won' });
    assert.equal(await refundedCents(id), 300);
  });
});
