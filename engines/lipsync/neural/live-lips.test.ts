import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptySteps, type LipSteps, PAIR_SAMPLES, PAIRS_AFTER, STEP_SAMPLES } from './layout.ts';
import { createLiveLips } from './live-lips.ts';

/** Replaces the network: returns the first sample of each step, independent of the gain. */
async function firstSamples(samples: Float32Array): Promise<LipSteps> {
  const lips = emptySteps(samples.length / STEP_SAMPLES);
  for (let step = 0; step < lips.steps; step += 1)
    lips.curves[5 * step] = (samples[step * STEP_SAMPLES] ?? 0) / (samples[step * STEP_SAMPLES + 1] ?? 1);
  return lips;
}

/** The first sample of step `i` encodes `i`; the second gives the gain. */
function numbered(steps: number): Float32Array {
  const samples = new Float32Array(steps * STEP_SAMPLES).fill(0.001);
  for (let step = 0; step < steps; step += 1) {
    samples[step * STEP_SAMPLES] = step * 0.0001;
    samples[step * STEP_SAMPLES + 1] = 0.0001;
  }
  return samples;
}

const numbersOf = ({ steps, curves }: LipSteps): number[] =>
  Array.from({ length: steps }, (_, step) => Math.round(curves[5 * step] ?? -1));

test('each step is returned once and in order, however the audio is split', async () => {
  const steps = 1_400;
  const samples = numbered(steps);
  const live = createLiveLips(firstSamples);
  const given: number[] = [];
  for (let at = 0, size = 1; at < samples.length; at += size, size = ((size * 7) % 4_001) + 1)
    given.push(...numbersOf(await live.push(samples.subarray(at, at + size))));
  given.push(...numbersOf(await live.end()));
  assert.deepEqual(
    given,
    Array.from({ length: steps }, (_, i) => i),
  );
});

test('a step waits for the next 100 ms of audio, and no longer', async () => {
  const live = createLiveLips(firstSamples);
  const known = await live.push(numbered(100));
  assert.equal(known.steps, 100 - 2 * PAIRS_AFTER);
  assert.equal((2 * PAIRS_AFTER * PAIR_SAMPLES) / 2 / 16_000, 0.1);
  assert.equal((await live.end()).steps, 2 * PAIRS_AFTER);
});

test('it keeps a few seconds, not all audio', async () => {
  const sizes: number[] = [];
  const live = createLiveLips((samples) => {
    sizes.push(samples.length);
    return firstSamples(samples);
  });
  for (let half = 0; half < 60; half += 1) await live.push(numbered(50));
  assert.ok(Math.max(...sizes) < 3 * 16_000, `${Math.max(...sizes)} samples at once`);
});
