import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChance, fadeEdges, gaussian, limitPeaks, seamlessLoop, seedFrom } from './index.ts';

test('faded ends begin and end at zero and leave the middle as it was', () => {
  const samples = new Float32Array(100).fill(1);
  fadeEdges(samples, { fadeIn: 10, fadeOut: 20 });
  assert.deepEqual([samples[0], samples[50], samples[99]], [0, 1, 0]);
  assert.ok((samples[5] ?? 0) > 0.4 && (samples[5] ?? 0) < 0.6);
});

test('a loop joins its end to its beginning without a step', () => {
  const ramp = Float32Array.from({ length: 1_100 }, (_, i) => Math.sin(i / 40));
  const loop = seamlessLoop(ramp, { crossfade: 100 });
  assert.equal(loop.length, 1_000);
  assert.ok(Math.abs((loop[0] ?? 0) - Math.sin(1_000 / 40)) < 1e-6);
});

test('a loop of noise is as loud at its seam as elsewhere', () => {
  const chance = createChance(5);
  const loop = seamlessLoop(
    Float32Array.from({ length: 60_000 }, () => gaussian(chance)),
    { crossfade: 20_000 },
  );
  const power = (part: Float32Array) => part.reduce((sum, x) => sum + x * x, 0) / part.length;
  assert.ok(Math.abs(power(loop.subarray(0, 20_000)) / power(loop.subarray(20_000)) - 1) < 0.1);
});

test('the limiter holds both channels under the ceiling with one gain', () => {
  const left = Float32Array.from(
    { length: 20_000 },
    (_, i) => (i < 200 || i > 19_900 ? 1.5 : 0.2) * Math.sin(i),
  );
  const right = left.map((sample) => 0.5 * sample);
  const [a, b] = limitPeaks([left, right], 44_100, 0.8) as [Float32Array, Float32Array];
  assert.ok(a.every((sample, i) => Math.abs(sample) <= 0.8 && Math.abs((b[i] ?? 0) - 0.5 * sample) < 1e-6));
  assert.ok(Math.abs((a[15_000] ?? 0) - (left[15_000] ?? 0)) < 0.01);
});

test('one seed gives the same numbers on every machine', () => {
  const chance = createChance(seedFrom('thunder 42'));
  assert.deepEqual(
    Array.from({ length: 4 }, () => Math.floor(chance() * 2 ** 32)),
    [91_877_537, 776_347_796, 969_464_192, 3_918_442_974],
  );
});
