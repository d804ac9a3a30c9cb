import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRAME_SAMPLES, MARGIN_FRAMES, pulseTrain, whiteNoise } from './excitation.ts';

const margin = MARGIN_FRAMES * FRAME_SAMPLES;

test('pulses are one period apart, and unvoiced frames and margins are silent', () => {
  // 200 Hz: a pulse every 120 samples, seven in three frames.
  const train = pulseTrain(Float32Array.of(0, 200, 200, 200, 0));
  assert.equal(train.length, 9 * FRAME_SAMPLES);
  const voiced = [margin + FRAME_SAMPLES, margin + 4 * FRAME_SAMPLES] as const;
  assert.ok(train.subarray(0, voiced[0]).every((x) => x === 0));
  assert.ok(train.subarray(voiced[1]).every((x) => x === 0));
  const loud = [...train.entries()].filter(([, x]) => x > 5).map(([i]) => i);
  const peaks = loud.filter((i) => !loud.includes(i - 1));
  assert.deepEqual(
    peaks.slice(1).map((at, i) => at - (peaks[i] ?? 0)),
    peaks.slice(1).map(() => 120),
  );
  assert.equal(peaks.length, 7);
});

test('pulses do not jump where the pitch changes', () => {
  const pitch = Float32Array.from({ length: 80 }, (_, i) => 120 + i);
  const train = pulseTrain(pitch);
  const loud = [...train.entries()].filter(([, x]) => x > 5).map(([i]) => i);
  const peaks = loud.filter((i) => !loud.includes(i - 1));
  const periods = peaks.slice(1).map((at, i) => at - (peaks[i] ?? 0));
  assert.ok(periods.every((period, i) => Math.abs(period - (periods[i + 1] ?? period)) <= 3));
  assert.ok(Math.abs(peaks.length - 159) <= 1);
});

test('noise has unit power and is the same each time', () => {
  const noise = whiteNoise(1_000);
  assert.equal(noise.length, 1_004 * FRAME_SAMPLES);
  assert.ok(Math.abs(noise.reduce((sum, x) => sum + x * x, 0) / noise.length - 1) < 0.02);
  assert.deepEqual(whiteNoise(2), noise.subarray(0, 6 * FRAME_SAMPLES));
});
