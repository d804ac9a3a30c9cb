import { createChance, toDecibels } from '../../dsp/index.ts';

/** Noise in bursts like syllables, from which the level of speech can be told. */
export function babble(seconds: number, rate: number, level: number, seed: number): Float32Array {
  const chance = createChance(seed);
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
    const swell = 0.55 + 0.45 * Math.sin((2 * Math.PI * 4 * i) / rate);
    return level * swell * (2 * chance() - 1);
  });
}

export function tone(seconds: number, rate: number, level: number, hertz: number): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => level * Math.sin((2 * Math.PI * hertz * i) / rate),
  );
}

export const decibels = (part: Float32Array) =>
  toDecibels(Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / part.length));
