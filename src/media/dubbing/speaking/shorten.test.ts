import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten } from './shorten.ts';

const RATE = 24_000;
const tone = (hertz: number, seconds: number) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / RATE));
const crossings = (samples: Float32Array) =>
  samples.reduce(
    (sum, sample, i) => sum + (i > 0 && sample >= 0 && (samples[i - 1] as number) < 0 ? 1 : 0),
    0,
  );

test('speech becomes shorter at the same pitch and level', async () => {
  for (const factor of [1.02, 1.25, 2]) {
    const length = Math.round(RATE / factor);
    const short = await shorten(tone(180, 1), length, RATE);
    assert.equal(short.length, length);
    const hertz = crossings(short) / (length / RATE);
    assert.ok(Math.abs(hertz - 180) < 6, `${hertz} Hz at ${factor}`);
    const inner = short.subarray(2_000, length - 2_000);
    const level = Math.sqrt(inner.reduce((sum, sample) => sum + sample * sample, 0) / inner.length);
    assert.ok(Math.abs(level - 0.5 / Math.SQRT2) < 0.03, `level ${level} at ${factor}`);
  }
});

test('what is short enough stays as it is, and little or nothing is no problem', async () => {
  const samples = tone(180, 0.1);
  assert.equal(await shorten(samples, samples.length, RATE), samples);
  assert.equal((await shorten(samples, 10, RATE)).length, 10);
  assert.equal((await shorten(samples, 0, RATE)).length, 0);
});
