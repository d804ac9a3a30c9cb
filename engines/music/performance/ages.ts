import { applyBiquad, type Chance } from '../../dsp/index.ts';
import type { Era } from '../prompt/eras.ts';
import { highPassAt, lowPassAt } from './filters.ts';
import { type Mix, noiseTargets, soundsOf } from './stems.ts';
import { SAMPLE_RATE } from './stereo.ts';

type Age = { low: number; high: number /** How much of the width is left. */; width: number; hiss: number };

/** Recordings of each era let only these frequencies and this width through. Modern ones let everything through. */
const AGES: Partial<Record<Era, Age>> = {
  '1920s': { low: 220, high: 3_600, width: 0, hiss: 0.004 },
  '1930s': { low: 160, high: 4_800, width: 0, hiss: 0.003 },
  '1940s': { low: 120, high: 6_000, width: 0, hiss: 0.002 },
  '1950s': { low: 80, high: 8_500, width: 0.2, hiss: 0.0012 },
  '1960s': { low: 60, high: 11_000, width: 0.6, hiss: 0.0008 },
  '1970s': { low: 45, high: 13_500, width: 0.85, hiss: 0.0004 },
  vintage: { low: 80, high: 8_500, width: 0.4, hiss: 0.001 },
};

export function ageSound(mixed: Mix, era: Era | null, chance: Chance): void {
  const age = era === null ? undefined : AGES[era];
  if (!age) return;
  for (const { left, right } of soundsOf(mixed))
    for (let i = 0; i < left.length; i += 1) {
      const l = left[i] as number;
      const r = right[i] as number;
      const middle = (l + r) / 2;
      const side = (age.width * (l - r)) / 2;
      left[i] = middle + side;
      right[i] = middle - side;
    }
  const noisy = noiseTargets(mixed).flatMap(({ left, right }) => [left, right]);
  for (let i = 0; i < mixed.bus.left.length; i += 1) {
    const hiss = age.hiss * (2 * chance() - 1);
    for (const channel of noisy) channel[i] = (channel[i] as number) + hiss;
  }
  for (const { left, right } of soundsOf(mixed))
    for (const channel of [left, right]) {
      applyBiquad(channel, highPassAt(age.low, SAMPLE_RATE));
      applyBiquad(channel, lowPassAt(age.high, SAMPLE_RATE));
    }
}
