import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gainFor } from './level.ts';

const RATE = 16_000;
const hum = (seconds: number, level: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => level * Math.sin(i / 7));

test('a quiet and a loud recording become equally loud', () => {
  const quiet = hum(2, 0.002);
  const loud = hum(2, 0.9);
  assert.ok(Math.abs((gainFor(quiet) * 0.002) / (gainFor(loud) * 0.9) - 1) < 0.01);
});

test('pauses, however long, do not make speech louder', () => {
  const spoken = hum(1, 0.1);
  const paused = new Float32Array(6 * RATE);
  paused.set(spoken, 3 * RATE);
  const gain = gainFor(spoken);
  assert.ok(Math.abs(gainFor(paused) / gain - 1) < 0.05, `${gainFor(paused)} instead of ${gain}`);
});

test('silence stays silence', () => {
  assert.equal(gainFor(new Float32Array(RATE)), 1);
  assert.equal(gainFor(new Float32Array(0)), 1);
});
