import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sourceOf } from '../sample-source.ts';
import { PAIR_SAMPLES, PAIRS_AFTER, PAIRS_BEFORE } from './layout.ts';
import { samplesOf, windowsOf } from './windows.ts';

test('every pair is kept once, in order, with its full context', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 300 }), (samples, kept) => {
      const pairs = Math.ceil(samples / PAIR_SAMPLES);
      let next = 0;
      for (const { fromPair, toPair, keepFrom, keepTo } of windowsOf(samples, kept)) {
        assert.equal(keepFrom, next);
        assert.equal(fromPair, Math.max(0, keepFrom - PAIRS_BEFORE));
        assert.equal(toPair, Math.min(pairs, keepTo + PAIRS_AFTER));
        next = keepTo;
      }
      assert.equal(next, pairs);
    }),
  );
});

test('the last pair is padded with silence', async () => {
  const samples = Float32Array.from({ length: PAIR_SAMPLES + 1 }, () => 1);
  const [window] = windowsOf(samples.length);
  assert.ok(window);
  const read = await samplesOf(sourceOf(samples), window);
  assert.equal(read.length, 2 * PAIR_SAMPLES);
  assert.deepEqual([read[PAIR_SAMPLES], read[PAIR_SAMPLES + 1]], [1, 0]);
});
