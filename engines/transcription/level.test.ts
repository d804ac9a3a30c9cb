import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelled } from './level.ts';

const tone = (level: number): Float32Array =>
  Float32Array.from({ length: 16_000 }, (_, i) => level * Math.sin(i / 5));
const peak = (samples: Float32Array): number => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

test('quiet audio is amplified; loud audio and silence stay unchanged', () => {
  assert.ok(Math.abs(peak(levelled(tone(0.03))) - 0.6) < 0.05);
  assert.equal(peak(levelled(tone(0.9))), peak(tone(0.9)));
  assert.equal(peak(levelled(new Float32Array(100))), 0);
  assert.equal(levelled(new Float32Array(0)).length, 0);
});

test('a click does not keep the surrounding speech quiet', () => {
  const samples = tone(0.03);
  samples[100] = 1;
  const raised = levelled(samples).slice(200);
  assert.ok(peak(raised) > 0.5);
  assert.ok(levelled(samples).every((x) => Math.abs(x) <= 1));
});
