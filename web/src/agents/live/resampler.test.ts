import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResampler } from './resampler.ts';

/** One second of a tone, in blocks as a browser delivers them. */
function resampledTone(hertz: number, from: number, to: number): Float32Array {
  const resample = createResampler(from, to);
  const tone = Float32Array.from({ length: from }, (_, n) => Math.sin((2 * Math.PI * hertz * n) / from));
  const blocks: number[] = [];
  for (let at = 0; at < from; at += 128) blocks.push(...resample(tone.subarray(at, at + 128)));
  return Float32Array.from(blocks);
}

function loudness(samples: Float32Array): number {
  const middle = samples.subarray(samples.length >> 2, 3 * (samples.length >> 2));
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

for (const from of [48_000, 44_100, 16_000, 8_000])
  test(`${from} to 16000 samples per second keeps speech, and every second its length`, () => {
    const made = resampledTone(440, from, 16_000);
    assert.ok(Math.abs(made.length - 16_000) < 64, String(made.length));
    assert.ok(Math.abs(loudness(made) - Math.SQRT1_2) < 0.01, String(loudness(made)));
  });

test('a tone above the new rate disappears instead of coming back as another', () => {
  assert.ok(loudness(resampledTone(11_000, 48_000, 16_000)) < 0.01);
});

test('blocks of any size give the same sound', () => {
  const whole = createResampler(48_000, 16_000)(new Float32Array(4_800).fill(0.5));
  const pieces = createResampler(48_000, 16_000);
  const joined = [1, 7, 127, 4_665].flatMap((length) => [...pieces(new Float32Array(length).fill(0.5))]);
  assert.deepEqual(joined, [...whole]);
});
