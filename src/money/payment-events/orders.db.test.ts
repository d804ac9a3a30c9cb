import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { SYSTEM } from '../../tenancy/audit-log/index.ts';
import { releaseEvent } from './index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromPaystack } from './testing/deliveries.ts';
import { type Order, openOrder } from './testing/orders.ts';

describe('payments of our own checkouts', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(() => bench.close());

  const order = (accountId: string, wanted: Order) => openOrder(bench, accountId, wanted);

  const paid = (reference: string, amount: number, currency: string, email = 'somebody@else.example') =>
    bench.send(
      fromPaystack({ event: 'charge.success', data: { reference, amount, currency, customer: { email } } }),
    );
  const lastNote = async () => (await bench.outcomes()).at(-1)?.note;

  test('credit what was ordered, to the account that ordered it, whatever the currency', async () => {
    const { id } = await bench.customer();
    const { reference, status } = await order(id, {
      provider: 'paystack',
      cents: 1_000,
      amountMinor: 1_538_462,
      currency: 'NGN',
    });
    assert.deepEqual((await paid(reference, 1_538_462, 'NGN')).body, { received: true, reference });
    assert.deepEqual([await bench.cents(id), await status()], [1_000, 'paid']);
  });

  test('are held when amount or currency are not what was ordered', async () => {
    const { id } = await bench.customer();
    for (const [amount, currency] of [
      [999, 'USD'],
      [1_000, 'NGN'],
      [1_001, 'USD'],
    ] as const) {
      const { reference, status } = await order(id, { provider: 'paystack', cents: 1_000 });
      assert.equal((await paid(reference, amount, currency)).status, 200);
      assert.equal(await lastNote(), '1000 USD were ordered');
      assert.equal(await status(), 'open');
    }
    assert.equal(await bench.cents(id), 0);
  });

  test('give the plan that was ordered, and not its price as credit on top', async () => {
    const { id } = await bench.customer();
    const { reference, status } = await order(id, { provider: 'paystack', plan: 'creator', cents: 1_800 });
    await paid(reference, 1_800, 'USD');
    assert.deepEqual([await bench.plan(id), await bench.cents(id), await status()], ['creator', 0, 'paid']);
  });

  test('by card: a second payment of one order is held, a second report of one payment is not', async () => {
    const { id, email } = await bench.customer();
    const { reference } = await order(id, { provider: 'stripe', cents: 700 });
    const intent = {
      id: 'pi_order',
      amount_received: 700,
      currency: 'usd',
      metadata: { reference },
      receipt_email: email,
    };
    await bench.card('payment_intent.succeeded', intent);
    await bench.card('payment_intent.succeeded', intent);
    assert.equal(await lastNote(), 'credited before');
    await bench.card('payment_intent.succeeded', { ...intent, id: 'pi_again' });
    assert.equal(await lastNote(), 'the order was paid before');
    assert.equal(await bench.cents(id), 700);
  });

  test('by card: a session must match its order, and closes it', async () => {
    const { id } = await bench.customer();
    const cheap = await order(id, { provider: 'stripe', plan: 'developer', cents: 7_900 });
    const session = (one: typeof cheap, total: number) => ({
      id: one.sessionId,
      amount_total: total,
      currency: 'usd',
    });
    await bench.card('checkout.session.completed', session(cheap, 100));
    assert.deepEqual([await bench.plan(id), await lastNote()], ['free', '7900 USD were ordered']);
    const fair = await order(id, { provider: 'stripe', plan: 'developer', cents: 7_900 });
    const total_details = { amount_discount: 900, amount_tax: 500 };
    await bench.card('checkout.session.completed', { ...session(fair, 7_500), total_details });
    assert.deepEqual([await bench.plan(id), await fair.status()], ['developer', 'paid']);
    const left = await order(id, { provider: 'stripe', plan: 'starter', cents: 500 });
    await bench.card('checkout.session.expired', session(left, 500));
    assert.equal(await left.status(), 'expired');
  });

  /** Of the last event, as an administrator does. */
  async function release(cents: number) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM payment_events WHERE status = 'held' ORDER BY id DESC LIMIT 1`.execute(bench.db);
    return releaseEvent(bench.deps, rows[0]?.id ?? '', {
      accountId: null,
      cents,
      by: SYSTEM,
      admin: 'admin',
      note: 'checked',
    });
  }
  async function invoicesOf(accountId: string) {
    const { rows } = await sql<{ purpose: string; plan: string | null; cents: number }>`
      SELECT purpose, plan, cents FROM invoices WHERE account_id = ${accountId} ORDER BY number`.execute(
      bench.db,
    );
    return rows;
  }

  test('that were held close their order and write their invoice when they are released', async () => {
    const { id } = await bench.customer();
    const topUp = await order(id, { provider: 'paystack', cents: 1_000 });
    await paid(topUp.reference, 900, 'USD');
    assert.deepEqual(await invoicesOf(id), []);
    await release(900);
    assert.deepEqual([await bench.cents(id), await topUp.status()], [900, 'paid']);
    const plan = await order(id, { provider: 'paystack', plan: 'creator', cents: 1_800 });
    await paid(plan.reference, 1_700, 'USD');
    assert.equal(await bench.plan(id), 'free');
    await release(1_700);
    assert.deepEqual([await bench.plan(id), await plan.status()], ['creator', 'paid']);
    assert.equal(await bench.cents(id), 900, 'the plan is what was bought');
    assert.deepEqual(await invoicesOf(id), [
      { purpose: 'top_up', plan: null, cents: 900 },
      { purpose: 'plan', plan: 'creator', cents: 1_700 },
    ]);
  });

  test('that pay one order twice become credit when they are released', async () => {
    const { id } = await bench.customer();
    const { reference, status } = await order(id, { provider: 'stripe', plan: 'starter', cents: 500 });
    const intent = { amount_received: 500, currency: 'usd', metadata: { reference } };
    await bench.card('payment_intent.succeeded', { ...intent, id: 'pi_once' });
    await bench.card('payment_intent.succeeded', { ...intent, id: 'pi_twice' });
    assert.equal(await lastNote(), 'the order was paid before');
    await release(500);
    assert.deepEqual([await bench.plan(id), await bench.cents(id), await status()], ['starter', 500, 'paid']);
    assert.deepEqual(
      (await invoicesOf(id)).map(({ purpose }) => purpose),
      ['plan', 'top_up'],
    );
  });

  test('by card: a session that was held closes its order and gives its plan when it is released', async () => {
    const { id } = await bench.customer();
    const { sessionId, status } = await order(id, { provider: 'stripe', plan: 'creator', cents: 1_800 });
    await bench.card('checkout.session.completed', { id: sessionId, amount_total: 1_500, currency: 'usd' });
    assert.equal(await lastNote(), '1800 USD were ordered');
    await release(0);
    assert.deepEqual([await bench.plan(id), await bench.cents(id), await status()], ['creator', 0, 'paid']);
  });

  test('the books balance after all of this', async () => {
    assert.deepEqual(await bench.differences(), []);
  });
});
