import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChance, gaussian } from '../../dsp/index.ts';
import { regularLines } from './regular-lines.ts';

test('pulses up to 8 kHz have more regular lines than noise', () => {
  const chance = createChance(3);
  const noise = Float32Array.from({ length: 24_000 }, () => 0.1 * gaussian(chance));
  const buzz = noise.map((value, i) => 0.1 * value + (i % 150 === 0 ? 1 : 0));
  const [even, lined] = [regularLines(noise), regularLines(buzz)];
  assert.ok(lined > 2 * even, `${lined} and ${even}`);
});
