import assert from 'node:assert/strict';
import { currentWallet, reserveCredits, settleCharge } from '../../ledger/index.ts';
import { chargeRequestOf } from '../../ledger/testing/bench.ts';
import type { PaymentBench } from './bench.ts';
import { openOrder } from './orders.ts';

const CENTS = { starter: 500, creator: 1_800, developer: 7_900 };
export type CardPlan = keyof typeof CENTS;

let made = 0;

/** A customer who ordered a plan by card, and what the provider then reports. */
export async function openSubscriber(bench: PaymentBench, plan: CardPlan) {
  made += 1;
  const whom = { customer: `cus_s${made}`, subscription: `sub_s${made}` };
  const { id } = await bench.customer();
  const cents = CENTS[plan];
  const order = await openOrder(bench, id, { provider: 'stripe', plan, cents });
  await bench.card('checkout.session.completed', {
    id: order.sessionId,
    amount_total: cents,
    currency: 'usd',
    ...whom,
  });
  let invoices = 0;
  const subscription = (type: 'updated' | 'deleted', to: CardPlan) =>
    bench.card(`customer.subscription.${type}`, {
      id: whom.subscription,
      customer: whom.customer,
      metadata: { plan: to },
      status: 'active',
      items: { data: [{ price: { unit_amount: CENTS[to], currency: 'usd' } }] },
    });
  return {
    id,
    async spend(credits: number) {
      const held = await reserveCredits(bench, chargeRequestOf(id, credits));
      await settleCharge(bench, { ...held, credits });
    },
    async move(to: CardPlan) {
      await subscription('updated', to);
      assert.equal(await bench.plan(id), to);
    },
    async cancel() {
      await subscription('deleted', plan);
      assert.equal(await bench.plan(id), 'free');
    },
    /** Pays an invoice, and returns its payment. */
    async pay(amount: number, to: CardPlan): Promise<string> {
      invoices += 1;
      const name = `${made}_${whom.customer}_${invoices}`;
      const paid = { amount_paid: amount, currency: 'usd', payment_intent: `pi_${name}` };
      await bench.card('invoice.paid', { id: `in_${name}`, ...whom, ...paid, metadata: { plan: to } });
      return paid.payment_intent;
    },
    refund: (payment: string, total: number) =>
      bench.card('charge.refunded', { payment_intent: payment, amount_refunded: total }),
    dispute: (payment: string, stage: 'created' | 'closed', status?: 'won' | 'lost') =>
      bench.card(`charge.dispute.${stage}`, { id: `dp_${payment}`, payment_intent: payment, status }),
    /** The credits that are left, and those that are owed. */
    async credits(): Promise<[number, number]> {
      const { pool_credits, owed_credits } = await currentWallet(bench, id);
      return [pool_credits, owed_credits];
    },
  };
}
