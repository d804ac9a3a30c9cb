import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PLANS } from '../plans/index.ts';
import {
  billableQuantity,
  CREDITS_PER_UNIT,
  centsOf,
  creditsFor,
  ROUTING_COSTS,
  splitCharge,
} from './index.ts';

test('units cost what the price list says', () => {
  assert.deepEqual(CREDITS_PER_UNIT, {
    tts_character: 1,
    inference_character: 1,
    video_second: 10,
    stt_second: 5,
    music_second: 8,
    sfx_clip: 20,
  });
  assert.deepEqual(ROUTING_COSTS, { local_worker: 1, gpu_cluster: 3, external_api: 3 });
});

test('a started second counts as a whole one, a rounding error does not', () => {
  assert.equal(creditsFor('stt_second', 0.2), 5);
  assert.equal(creditsFor('stt_second', 12.01), 65);
  assert.equal(creditsFor('video_second', 10.000_000_000_2), 100);
  assert.ok(Object.is(billableQuantity(0), 0));
});

test('a negative or non-finite quantity is refused', () => {
  for (const measured of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => billableQuantity(measured), RangeError);
  }
});

test('credits over the quota cost 40, 40, 35 and 32 microdollars', () => {
  const { free, starter, creator, developer, suspended } = PLANS;
  const rates = [free, starter, creator, developer, suspended].map((plan) => plan.overageMicrosPerCredit);
  assert.deepEqual(rates, [40, 40, 35, 32, 40]);
});

test('the parts of a split charge add up exactly, for every plan', () => {
  const amount = fc.nat({ max: 1_000_000_000 });
  fc.assert(
    fc.property(amount, amount, fc.constantFrom(...Object.values(PLANS)), (credits, pool, plan) => {
      const split = splitCharge(credits, pool, plan.overageMicrosPerCredit);
      assert.equal(split.poolCredits + split.overCredits, credits);
      assert.equal(BigInt(split.overMicros), BigInt(split.overCredits) * BigInt(plan.overageMicrosPerCredit));
      assert.ok(split.poolCredits <= pool && (split.overCredits === 0 || split.poolCredits === pool));
    }),
  );
});

test('a balance is shown in whole cents, rounded down', () => {
  assert.deepEqual([0, 9_999, 10_000, 19_999].map(centsOf), [0, 0, 1, 1]);
});
