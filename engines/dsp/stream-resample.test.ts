import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { resampled } from './resample.ts';
import { createResampler } from './stream-resample.ts';

const SOUND = Float32Array.from({ length: 5_000 }, (_, i) => Math.sin(i / 7) * Math.cos(i / 900));

test('sound in pieces of any size becomes what the whole would, except for the end that waits', () => {
  const rates = fc.constantFrom([24_000, 16_000], [8_000, 16_000], [48_000, 16_000], [44_100, 16_000]);
  const sizes = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(rates, sizes, ([from = 1, to = 1], lengths) => {
      const resampler = createResampler(from, to);
      const made: number[] = [];
      let at = 0;
      for (const length of [...lengths, SOUND.length]) {
        made.push(...resampler.push(SOUND.subarray(at, at + length)));
        at = Math.min(SOUND.length, at + length);
      }
      const whole = resampled(SOUND, from, to);
      const waiting = whole.length - made.length;
      assert.ok(waiting >= 0 && waiting <= 25 * Math.max(1, to / from), `${waiting} wait`);
      assert.deepEqual(made, [...whole.subarray(0, made.length)]);
    }),
    { numRuns: 40 },
  );
});

test('keeps no more than the filter reaches', () => {
  const resampler = createResampler(24_000, 16_000);
  let made = 0;
  for (let i = 0; i < 1_000; i += 1) made += resampler.push(new Float32Array(480)).length;
  assert.ok(Math.abs(made - 320_000) <= 25, `${made}`);
});
