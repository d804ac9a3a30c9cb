import { createHash } from 'node:crypto';

/** Pseudorandom numbers from 0 to 1, the same for the same words. */
export type Chance = () => number;

export function chanceFrom(words: string): Chance {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${drawn} ${words}`).digest().readUInt32BE() / 2 ** 32;
  };
}

export function between(chance: Chance, low: number, high: number): number {
  return low + (high - low) * chance();
}

/** Draws up to `count` distinct items. */
export function drawn<Item>(chance: Chance, items: readonly Item[], count: number): Item[] {
  const left = [...items];
  const taken: Item[] = [];
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(Math.floor(chance() * left.length), 1));
  return taken;
}
