import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type PlanId, planOf } from '../plans/index.ts';
import { openPaymentBench, type PaymentBench } from './testing/bench.ts';
import { openSubscriber } from './testing/subscriber.ts';

const monthOf = (plan: PlanId) => planOf(plan).creditsPerMonth;

describe('changing the plan of a card subscription in production', () => {
  let bench: PaymentBench;
  before(async () => {
    bench = await openPaymentBench({ production: true });
  });
  after(() => bench.close());

  test('an upgrade grants what the dearer plan has more, whichever event comes first; a month in full renews', async () => {
    for (const first of ['subscription', 'invoice']) {
      const one = await openSubscriber(bench, 'creator');
      await one.spend(100_000);
      if (first === 'invoice') await one.pay(6_100, 'developer');
      await one.move('developer');
      if (first === 'subscription') await one.pay(6_100, 'developer');
      assert.equal((await one.credits())[0], monthOf('developer') - 100_000, first);
      await one.pay(7_900, 'developer');
      assert.equal((await one.credits())[0], monthOf('developer'), 'the next month is paid in full');
    }
    assert.deepEqual(await bench.differences(), []);
  });

  test('going down and up again grants nothing anew', async () => {
    const one = await openSubscriber(bench, 'developer');
    await one.spend(monthOf('developer') - 10);
    for (const plan of ['starter', 'developer', 'creator', 'developer'] as const) await one.move(plan);
    assert.ok((await one.credits())[0] <= 10, `${(await one.credits())[0]}`);
    assert.deepEqual(await bench.differences(), []);
  });
});
