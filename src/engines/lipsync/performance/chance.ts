import type { MouthTrack } from '../types.ts';

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
export type Chance = () => number;

/** mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Derived from the cues, so that the same request gives the same video. */
export function seedOf({ cues }: MouthTrack): number {
  let hash = 0x811c9dc5;
  for (const { viseme, endSeconds } of cues) {
    for (const character of `${viseme}${Math.round(endSeconds * 1000)}`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
  }
  return hash >>> 0;
}

export function between(chance: Chance, low: number, high: number): number {
  return low + (high - low) * chance();
}
