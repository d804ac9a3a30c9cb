import { setImmediate as nextTurn } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller of this function shares. Work of a few milliseconds that
 * begins with it never adds up to a long stall, however many requests ask for it at once.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => nextTurn());
  return last;
}

/** How long one caller may keep a turn. */
const SHARE_MS = 8;

/** Collects items that take long to make. Begins in a turn of its own, and in another one whenever that is used up. */
export async function collectInTurns<Item>(items: Iterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  await ownTurn();
  let endsAtMs = performance.now() + SHARE_MS;
  for (const item of items) {
    collected.push(item);
    if (performance.now() < endsAtMs) continue;
    await ownTurn();
    endsAtMs = performance.now() + SHARE_MS;
  }
  return collected;
}
