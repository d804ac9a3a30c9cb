import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRAME_SAMPLES, type FrameRange, phasesOf, pulseTrain, whiteNoise } from './excitation.ts';

const trainOf = (pitch: Float32Array, range: FrameRange): Float32Array =>
  pulseTrain(pitch, phasesOf(pitch), range);

test('pulses are one period apart, and what is unvoiced or outside is silent', () => {
  // 200 Hz: a pulse every 120 samples, seven in three frames.
  const train = trainOf(Float32Array.of(0, 200, 200, 200, 0), { from: -2, to: 7 });
  assert.equal(train.length, 9 * FRAME_SAMPLES);
  const voiced = [3 * FRAME_SAMPLES, 6 * FRAME_SAMPLES] as const;
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
  const train = trainOf(pitch, { from: 0, to: 80 });
  const loud = [...train.entries()].filter(([, x]) => x > 5).map(([i]) => i);
  const peaks = loud.filter((i) => !loud.includes(i - 1));
  const periods = peaks.slice(1).map((at, i) => at - (peaks[i] ?? 0));
  assert.ok(periods.every((period, i) => Math.abs(period - (periods[i + 1] ?? period)) <= 3));
  assert.ok(Math.abs(peaks.length - 159) <= 1);
});

test('a range of frames has the same pulses and noise as the whole', () => {
  const pitch = Float32Array.from({ length: 900 }, (_, i) => 120 + i / 10);
  const whole = { from: -2, to: 902 };
  const part = { from: 700, to: 890 };
  const first = 702 * FRAME_SAMPLES;
  const end = 892 * FRAME_SAMPLES;
  assert.deepEqual(trainOf(pitch, part), trainOf(pitch, whole).subarray(first, end));
  assert.deepEqual(whiteNoise(part), whiteNoise(whole).subarray(first, end));
});

test('noise has unit power and is the same each time', () => {
  const noise = whiteNoise({ from: 0, to: 1_000 });
  assert.equal(noise.length, 1_000 * FRAME_SAMPLES);
  assert.ok(Math.abs(noise.reduce((sum, x) => sum + x * x, 0) / noise.length - 1) < 0.02);
  assert.deepEqual(whiteNoise({ from: 0, to: 2 }), noise.subarray(0, 2 * FRAME_SAMPLES));
});
