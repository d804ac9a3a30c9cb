import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEATURE_SIZE, SPECTRUM_BANDS } from '../../speaker-embedding/index.ts';
import { correctionAt } from './correction.ts';
import { descend } from './descend.ts';
import { spanOf } from './span.ts';
import type { Surrogate } from './surrogate.ts';
import { printCosine } from './target.ts';

const STYLE_SIZE = 256;
const weight = (row: number, i: number): number => Math.sin(row * 0.71 + i * 1.13 + row * i * 0.01);
const featuresOf = (style: Float32Array): Float32Array =>
  Float32Array.from({ length: FEATURE_SIZE }, (_, row) =>
    style.reduce((sum, value, i) => sum + value * weight(row, i), 0.1),
  );
const linear: Surrogate = {
  predict: async (style) => featuresOf(style),
  gradient: async (style, mix) =>
    style.map((_, i) => mix.reduce((sum, one, row) => sum + one * weight(row, i), 0)),
};
const noise = (seed: number): Float32Array =>
  Float32Array.from({ length: STYLE_SIZE }, (_, i) => 0.2 * Math.sin(i * seed + seed));
const span = spanOf(Array.from({ length: 30 }, (_, voice) => noise(voice + 1.5)));
/** Same prosody as the start. */
const wanted = noise(9.5).map((value, i) => (i < 128 ? (noise(3.5)[i] ?? 0) : value));
const target = { features: featuresOf(wanted), bands: new Float32Array(SPECTRUM_BANDS).fill(1) };

test('the voice gets closer, and only the timbre of the style changes', async () => {
  const style = noise(9.5);
  const found = await descend(
    { surrogate: linear, span },
    { style, target, steps: 150, correction: null, radius: 9 },
  );
  assert.ok(printCosine(featuresOf(style), target.features) < 0.7);
  const reached = printCosine(featuresOf(found), target.features);
  assert.ok(reached > 0.9, `${reached}`);
  assert.deepEqual(found.subarray(128), style.subarray(128));
});

test('with a correction, the measured voice gets closer than without', async () => {
  const style = noise(9.5);
  const error = Float32Array.from({ length: FEATURE_SIZE }, (_, i) => Math.cos(i * 2.1));
  const really = (one: Float32Array) => featuresOf(one).map((value, i) => value + (error[i] ?? 0));
  const correction = correctionAt(style, error);
  const [corrected, plain] = await Promise.all(
    [correction, null].map((known) =>
      descend({ surrogate: linear, span }, { style, target, steps: 80, correction: known, radius: 9 }),
    ),
  );
  assert.ok(corrected && plain);
  assert.ok(printCosine(really(corrected), target.features) > printCosine(really(plain), target.features));
});

test('it stays within the allowed distance', async () => {
  const style = noise(9.5);
  const found = await descend(
    { surrogate: linear, span },
    { style, target, steps: 50, correction: null, radius: 0.1 },
  );
  const away = Math.hypot(...found.map((value, i) => value - (style[i] ?? 0))) / Math.sqrt(128);
  assert.ok(away < 0.101 * span.scale.timbre && away > 0.05 * span.scale.timbre, `${away}`);
});
