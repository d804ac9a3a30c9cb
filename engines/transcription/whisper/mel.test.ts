import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRAMES, logMel, MELS } from './mel.ts';

const RATE = 16_000;
const tone = (hz: number, seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / RATE));
const loudestAt = (mel: Float32Array, frame: number): number => {
  let best = 0;
  for (let m = 1; m < MELS; m += 1)
    if ((mel[m * FRAMES + frame] ?? 0) > (mel[best * FRAMES + frame] ?? 0)) best = m;
  return best;
};

test('a tone activates the band of its pitch, on Slaney’s scale', () => {
  // 80 bands up to 8 kHz are 45.25 mel wide; 1 kHz is mel 15, 4 kHz mel 35.2.
  assert.equal(loudestAt(logMel(tone(1_000, 1)), 50), Math.round((15 / 45.245) * 81) - 1);
  assert.equal(loudestAt(logMel(tone(4_000, 1)), 50), Math.round((35.16 / 45.245) * 81) - 1);
});

test('the level of a band is its power, and everything is within 8 decades of the maximum', () => {
  const mel = logMel(tone(1_000, 1));
  const most = mel.reduce((a, b) => Math.max(a, b));
  const least = mel.reduce((a, b) => Math.min(a, b));
  assert.ok(Math.abs(most - least - 2) < 1e-6);
  // Half the amplitude is a quarter of the power.
  const softer = logMel(tone(1_000, 1).map((x) => x / 2)).reduce((a, b) => Math.max(a, b));
  assert.ok(Math.abs((most - softer) * 4 - Math.log10(4)) < 1e-5);
});

test('silence is flat, and short audio is followed by silence', () => {
  assert.ok(logMel(new Float32Array(RATE)).every((value) => value === -1.5));
  const mel = logMel(tone(440, 1));
  assert.equal(
    mel[10 * FRAMES + 200],
    mel.reduce((a, b) => Math.min(a, b)),
  );
});
