import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { integratedLoudness, toDecibels, truePeak } from '../dsp/index.ts';
import { KINDS } from './kinds/index.ts';
import { readPrompt, SHORTEST_SECONDS } from './prompt/read-prompt.ts';
import { renderEffect, SAMPLE_RATE } from './render.ts';

function make(prompt: string, { seed = 1, loop = false, seconds = undefined as number | undefined } = {}) {
  const read = readPrompt(prompt, seconds);
  assert.ok(read, prompt);
  return renderEffect(read.plan, { seed, loop }).channels as [Float32Array, Float32Array];
}
const digest = (channels: readonly Float32Array[]) =>
  createHash('sha256')
    .update(Buffer.concat(channels.map(({ buffer }) => Buffer.from(buffer))))
    .digest('hex');
const power = (samples: Float32Array) => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

test('one seed gives the same samples, another seed another sound of the kind', () => {
  const first = make('thunder and rain', { seconds: 1 });
  const again = make('thunder and rain', { seconds: 1 });
  const other = make('thunder and rain', { seconds: 1, seed: 2 });
  assert.equal(digest(first), digest(again));
  assert.notEqual(digest(first), digest(other));
});

test('texture is −18 LUFS, a short impact −1 dBTP at the most, and neither clicks at its ends', () => {
  const rain = make('rain', { seconds: 3 });
  assert.ok(Math.abs(integratedLoudness(rain, SAMPLE_RATE) + 18) < 0.2);
  const snap = make('twig snap');
  const peak = toDecibels(truePeak(snap));
  assert.ok(peak <= -1 && peak > -1.5, `${peak} dBTP`);
  for (const channel of [...rain, ...snap])
    assert.ok(Math.abs(channel[0] ?? 1) + Math.abs(channel.at(-1) ?? 1) < 1e-3);
});

test('a loop has the asked length and no seam', () => {
  const [left] = make('rain', { seconds: 2, loop: true });
  assert.equal(left.length, 2 * SAMPLE_RATE);
  const seam = Float32Array.from([...left.subarray(-2_000), ...left.subarray(0, 2_000)]);
  const steps = (samples: Float32Array) => samples.subarray(1).map((x, i) => x - (samples[i] ?? 0));
  assert.ok(Math.abs((steps(seam)[1_999] ?? 9) / Math.sqrt(power(steps(left)))) < 5, 'a step at the seam');
  assert.ok(Math.abs(10 * Math.log10(power(seam) / power(left))) < 3, 'the level jumps at the seam');
});

test('what is far away is duller', () => {
  const bright = ([left]: Float32Array[]) => {
    const samples = left as Float32Array;
    const steps = samples.subarray(1).map((x, i) => x - (samples[i] ?? 0));
    return power(steps) / power(samples);
  };
  assert.ok(
    bright(make('waterfall, far away', { seconds: 1 })) < 0.3 * bright(make('waterfall', { seconds: 1 })),
  );
});

test('as many blows are heard as were asked for', () => {
  for (const count of [2, 5]) {
    const [left] = make(`${count} knocks on a door`, { seconds: 3 });
    assert.equal(onsets(left), count);
  }
});

test('every kind can be made in the shortest time, and is heard', () => {
  for (const { name } of KINDS)
    for (const channel of make(name, { seconds: SHORTEST_SECONDS })) {
      assert.equal(channel.length, SHORTEST_SECONDS * SAMPLE_RATE, name);
      const level = power(channel);
      assert.ok(level > 1e-7 && level < 1, `${name}: ${level}`);
    }
});

/** Rises of the level by more than 10 dB within 20 ms. */
function onsets(samples: Float32Array): number {
  const step = SAMPLE_RATE / 100;
  const levels = Array.from(
    { length: Math.floor(samples.length / step) },
    (_, i) => 10 * Math.log10(power(samples.subarray(i * step, (i + 1) * step)) + 1e-7),
  );
  let count = 0;
  let last = -100;
  for (const [i, level] of levels.entries())
    if (level > -35 && level - (levels[i - 2] ?? -70) > 10 && i - last > 8) [count, last] = [count + 1, i];
  return count;
}
