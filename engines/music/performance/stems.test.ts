import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toPcm16 } from '../../codec/index.ts';
import { createChance } from '../../dsp/index.ts';
import { partsOf } from './stems.ts';

const FRAMES = 5_000;

describe('stems in whole steps', () => {
  const noise = (seed: number, level: number) => {
    const chance = createChance(seed);
    return Float32Array.from({ length: FRAMES }, () => level * (2 * chance() - 1));
  };
  const sumOf = (parts: readonly ArrayLike<number>[]) =>
    Array.from({ length: FRAMES }, (_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0));

  test('sum to the whole exactly, and none is off by more than a step', () => {
    const parts = [noise(1, 0.3), noise(2, 0.2), new Float32Array(FRAMES), noise(3, 0.4)];
    const whole = toPcm16(Float32Array.from(sumOf(parts)));
    const made = partsOf(whole, parts);
    assert.deepEqual(sumOf(made), [...whole]);
    for (const [k, part] of parts.entries())
      for (let i = 0; i < FRAMES; i += 1)
        assert.ok(Math.abs((made[k]?.[i] ?? 0) - (part[i] ?? 0) * 32_767) <= 1);
    assert.ok(
      made[2]?.every((step) => step === 0),
      'a silent stem stays silent',
    );
  });

  test('sum to the whole also where one of them would clip', () => {
    const loud = noise(1, 1.6);
    const parts = [loud, loud.map((sample) => -0.9 * sample), noise(2, 0.1)];
    const whole = toPcm16(Float32Array.from(sumOf(parts)));
    const made = partsOf(whole, parts);
    assert.deepEqual(sumOf(made), [...whole]);
    assert.ok(made.every((part) => part.every((step) => Math.abs(step) <= 32_767)));
  });
});
