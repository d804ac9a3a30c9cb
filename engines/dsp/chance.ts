/** Pseudorandom numbers from 0 to 1, the same for the same seed on every machine. */
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

/** A seed from words (FNV-1a), so that each part of a work can have numbers of its own: `${seed} drums`. */
export function seedFrom(words: string): number {
  let hash = 0x811c9dc5;
  for (const character of words) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

export function between(chance: Chance, low: number, high: number): number {
  return low + (high - low) * chance();
}

export function pick<Item>(chance: Chance, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(chance() * items.length)] ?? items[0];
}

/** Normally distributed, mean 0 and deviation 1 (Box–Muller). */
export function gaussian(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}
