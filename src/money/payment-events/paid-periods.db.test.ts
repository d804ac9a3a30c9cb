import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyDuePlanChanges } from '../checkout/index.ts';
import { currentWallet, reserveCredits, settleCharge } from '../ledger/index.ts';
import { chargeRequestOf } from '../ledger/testing/bench.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { fromPaystack } from './testing/deliveries.ts';
import { openOrder } from './testing/orders.ts';
import { openSubscriber } from './testing/subscriber.ts';

const DAY_MS = 86_400_000;

describe('the credits of a payment for a plan that goes back', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(async () => {
    assert.deepEqual(await bench.differences(), []);
    await bench.close();
  });

  test('are owed once as far as they were spent, whether the refund or the end of the plan comes first', async () => {
    for (const first of ['refund', 'cancel']) {
      const one = await openSubscriber(bench, 'creator');
      const payment = await one.pay(1_800, 'creator');
      await one.spend(100_000);
      if (first === 'cancel') await one.cancel();
      await one.refund(payment, 1_800);
      if (first === 'refund') await one.cancel();
      assert.deepEqual(await one.credits(), [0, 100_000], first);
    }
  });

  test('are not those of the free plan that follows', async () => {
    const one = await openSubscriber(bench, 'creator');
    const payment = await one.pay(1_800, 'creator');
    await one.cancel();
    bench.clock.advanceMs(20 * DAY_MS);
    assert.deepEqual(await one.credits(), [12_000, 0]);
    await one.refund(payment, 1_800);
    assert.deepEqual(await one.credits(), [12_000, 0]);
  });

  test('count once when they have paid a debt', async () => {
    const one = await openSubscriber(bench, 'creator');
    const first = await one.pay(1_800, 'creator');
    await one.spend(100_000);
    await one.refund(first, 1_800);
    const second = await one.pay(1_800, 'creator');
    await one.spend(45_000);
    await one.pay(1_800, 'creator');
    await one.refund(second, 1_800);
    assert.deepEqual(await one.credits(), [145_000, 145_000]);
  });

  test('are those spent between the order and its invoice, too', async () => {
    const one = await openSubscriber(bench, 'creator');
    await one.spend(60_000);
    const payment = await one.pay(1_800, 'creator');
    await one.refund(payment, 1_800);
    assert.deepEqual(await one.credits(), [0, 60_000]);
  });

  test('of an upgrade are those of the upgrade, whichever event comes first', async () => {
    for (const first of ['subscription', 'invoice']) {
      const one = await openSubscriber(bench, 'creator');
      const month = await one.pay(1_800, 'creator');
      await one.spend(100_000);
      const upgrade = async () => {
        if (first === 'subscription') await one.move('developer');
        const payment = await one.pay(6_100, 'developer');
        if (first === 'invoice') await one.move('developer');
        return payment;
      };
      const payment = await upgrade();
      assert.deepEqual(await one.credits(), [620_000, 0], first);
      await one.refund(month, 1_800);
      assert.deepEqual(await one.credits(), [620_000, 100_000], 'the month before takes its own only');
      await one.spend(20_000);
      await one.dispute(payment, 'created');
      assert.deepEqual(await one.credits(), [0, 120_000]);
      await one.dispute(payment, 'closed', 'won');
      assert.deepEqual(await one.credits(), [600_000, 100_000]);
    }
  });

  test('of an upgrade that was paid back before it was reported are not granted', async () => {
    const one = await openSubscriber(bench, 'creator');
    await one.pay(1_800, 'creator');
    await one.spend(100_000);
    await one.refund(await one.pay(6_100, 'developer'), 6_100);
    await one.move('developer');
    assert.deepEqual(await one.credits(), [0, 0]);
  });

  test('are not granted again within the time that went back, and are when the dispute is won', async () => {
    for (const end of ['won', 'lost'] as const) {
      const one = await openSubscriber(bench, 'creator');
      bench.clock.advanceMs(27 * DAY_MS);
      const payment = await one.pay(1_800, 'creator');
      await one.spend(40_000);
      bench.clock.advanceMs(DAY_MS);
      await one.dispute(payment, 'created');
      assert.deepEqual(await one.credits(), [0, 40_000]);
      bench.clock.advanceMs(5 * DAY_MS);
      assert.deepEqual(await one.credits(), [0, 40_000], 'past the day of sign-up');
      await one.dispute(payment, 'closed', end);
      assert.deepEqual(await one.credits(), end === 'won' ? [145_000, 0] : [0, 40_000]);
      await one.pay(1_800, 'creator');
      assert.deepEqual(await one.credits(), [end === 'won' ? 145_000 : 105_000, 0], 'the next month is paid');
      bench.clock.advanceMs(28 * DAY_MS);
      assert.deepEqual(await one.credits(), [145_000, 0]);
    }
  });

  test('are granted less by the share that went back', async () => {
    const one = await openSubscriber(bench, 'creator');
    bench.clock.advanceMs(27 * DAY_MS);
    const payment = await one.pay(1_800, 'creator');
    await one.refund(payment, 900);
    bench.clock.advanceMs(5 * DAY_MS);
    assert.deepEqual(await one.credits(), [72_500, 0]);
    await one.refund(payment, 1_800);
    assert.deepEqual(await one.credits(), [0, 0]);
  });

  test('are not granted by a move to another plan within that time, as far as nobody pays for it', async () => {
    const down = await openSubscriber(bench, 'creator');
    await down.refund(await down.pay(1_800, 'creator'), 1_800);
    await down.move('starter');
    assert.deepEqual(await down.credits(), [0, 0]);
    bench.clock.advanceMs(29 * DAY_MS);
    assert.deepEqual(await down.credits(), [0, 0]);
    const up = await openSubscriber(bench, 'creator');
    bench.clock.advanceMs(5 * DAY_MS);
    await up.refund(await up.pay(1_800, 'creator'), 1_800);
    await up.move('developer');
    assert.deepEqual(await up.credits(), [575_000, 0]);
    await up.pay(6_100, 'developer');
    bench.clock.advanceMs(27 * DAY_MS);
    assert.deepEqual(await up.credits(), [720_000, 0], 'past the day of sign-up');
  });

  test('are those of a cheaper plan that it was changed to', async () => {
    const one = await openSubscriber(bench, 'developer');
    const payment = await one.pay(7_900, 'developer');
    await one.move('starter');
    await one.spend(30_000);
    assert.deepEqual(await one.credits(), [6_000, 0]);
    await one.dispute(payment, 'created');
    assert.deepEqual(await one.credits(), [0, 30_000]);
    await one.dispute(payment, 'closed', 'won');
    assert.deepEqual(await one.credits(), [6_000, 0]);
  });

  test('of two months of a regional rail bought at once are those of each month', async () => {
    const { id, email } = await bench.customer();
    const buy = async () => {
      const order = await openOrder(bench, id, { provider: 'paystack', plan: 'creator', cents: 1_800 });
      const data = { reference: order.reference, amount: 1_800, currency: 'USD', customer: { email } };
      await bench.send(fromPaystack({ event: 'charge.success', data }));
      return order.reference;
    };
    const refundHalf = (reference: string, half: string) => {
      const of = { transaction_reference: reference, refund_reference: `r_${reference}_${half}` };
      const data = { ...of, amount: '900', currency: 'USD' };
      return bench.send(fromPaystack({ event: 'refund.processed', data }));
    };
    const figures = async () => {
      const { pool_credits, owed_credits } = await currentWallet(bench, id);
      return [pool_credits, owed_credits];
    };
    bench.clock.advanceMs(10 * DAY_MS);
    await buy();
    const second = await buy();
    bench.clock.advanceMs(25 * DAY_MS);
    assert.deepEqual(await figures(), [145_000, 0], 'month one');
    bench.clock.advanceMs(31 * DAY_MS);
    const charge = await reserveCredits(bench, chargeRequestOf(id, 50_000));
    await settleCharge(bench, { ...charge, credits: 50_000 });
    assert.deepEqual(await figures(), [95_000, 0], 'month two');
    await refundHalf(second, 'one');
    assert.deepEqual(await figures(), [22_500, 0], 'half of month two');
    await refundHalf(second, 'two');
    assert.deepEqual(await figures(), [0, 50_000]);
    await applyDuePlanChanges(bench);
    assert.equal(await bench.plan(id), 'free');
  });
});
