import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTermSpectrum, SPECTRUM_CENTRES_HZ } from './long-term-spectrum.ts';
import { levelled, speechFrameSpans } from './speech-frames.ts';

const RATE = 16_000;
const tones = (...hertz: number[]): Float32Array =>
  Float32Array.from({ length: RATE }, (_, i) =>
    hertz.reduce((sum, one) => sum + 0.1 * Math.sin((2 * Math.PI * one * i) / RATE), 0),
  );

test('a tone is strongest in the band around it', () => {
  for (const [band, hertz] of [...SPECTRUM_CENTRES_HZ.entries()].filter(([i]) => i % 5 === 2)) {
    const { decibels } = longTermSpectrum(levelled(tones(hertz)));
    assert.equal(decibels.indexOf(Math.max(...decibels)), band);
  }
});

test('bands above the highest frequency of a recording are marked as missing', () => {
  const { bands } = longTermSpectrum(levelled(tones(200, 900, 1_800, 2_700, 3_300)));
  const last = bands.lastIndexOf(1);
  const centre = SPECTRUM_CENTRES_HZ[last] ?? 0;
  assert.ok(centre > 3_000 && centre < 4_200, `${centre} Hz`);
});

test('pauses are not speech and do not affect its level', () => {
  const sound = tones(150, 300, 900);
  const paused = new Float32Array(3 * RATE);
  paused.set(sound, RATE);
  assert.ok(Math.abs((levelled(paused)[RATE + 500] ?? 0) - (levelled(sound)[500] ?? 9)) < 0.02);
  const [span, ...others] = speechFrameSpans(paused);
  assert.equal(others.length, 0);
  assert.ok(span && Math.abs(span.start - 1) < 0.03 && Math.abs(span.end - 2) < 0.03);
});
