import type { Chance } from '../../dsp/index.ts';
import { randomMoments } from './signal.ts';

export function whiteNoise(length: number, chance: Chance): Float32Array {
  const noise = new Float32Array(length);
  for (let i = 0; i < length; i += 1) noise[i] = 2 * chance() - 1;
  return noise;
}

/** 3 dB less per octave (Kellet's filter). */
export function pinkNoise(length: number, chance: Chance): Float32Array {
  const noise = new Float32Array(length);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < length; i += 1) {
    const white = 2 * chance() - 1;
    a = 0.99765 * a + white * 0.099046;
    b = 0.963 * b + white * 0.2965164;
    c = 0.57 * c + white * 1.0526913;
    d = white * 0.1848;
    noise[i] = 0.25 * (a + b + c + d);
  }
  return noise;
}

/** 6 dB less per octave. */
export function brownNoise(length: number, chance: Chance): Float32Array {
  const noise = new Float32Array(length);
  let level = 0;
  for (let i = 0; i < length; i += 1) {
    level = 0.995 * level + 0.1 * (2 * chance() - 1);
    noise[i] = level;
  }
  return noise;
}

/** Single samples of random height. The larger `rarity`, the fewer of them are loud. */
export function sparks(length: number, perSecond: number, chance: Chance, rarity = 3): Float32Array {
  const noise = new Float32Array(length);
  for (const at of randomMoments(length, perSecond, chance)) {
    const sign = chance() < 0.5 ? -1 : 1;
    noise[at] = (noise[at] as number) + sign * chance() ** rarity;
  }
  return noise;
}
