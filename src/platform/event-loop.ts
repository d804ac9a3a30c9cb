import { setImmediate as nextTurn } from 'node:timers/promises';
import { currentActivity } from './event-loop-watch/index.ts';
import { FairQueue } from './threads/index.ts';

const waiting = new FairQueue<{ owner: string; begin: () => void }>();
let isServing = false;

/** Callers begin in the same turn until it has taken this long. */
const TURN_MS = 2;

/**
 * Resolves when this turn of the event loop has room. Work of a few milliseconds that begins with it never adds up to a
 * long stall, however many requests ask for it at once: at most one caller's work is longer than what a turn has left.
 * Callers who need little share a turn, because a busy service has only a few hundred of them a second. Accounts alternate: one
 * with many requests does not keep another waiting for all of them.
 */
export function ownTurn(): Promise<void> {
  const { promise, resolve: begin } = Promise.withResolvers<void>();
  waiting.add({ owner: currentActivity()?.owner ?? '', begin });
  if (!isServing) void serve();
  return promise;
}

async function serve(): Promise<void> {
  isServing = true;
  while (waiting.length > 0) {
    await nextTurn();
    const endsAtMs = performance.now() + TURN_MS;
    do await beginNext();
    while (waiting.length > 0 && performance.now() < endsAtMs);
  }
  isServing = false;
}

/** Resolves when the caller has done what it does before it waits for something else. */
async function beginNext(): Promise<void> {
  const next = waiting.take();
  if (!next) return;
  waiting.done(next.owner);
  const hasPaused = new Promise<void>((resolve) => process.nextTick(resolve));
  next.begin();
  await hasPaused;
}

/** One caller may keep a turn this long. */
const SHARE_MS = 8;

const PIECE_BYTES = 2 ** 20;

/** Bytes in pieces that take a few milliseconds to hash, each but the first in a turn of its own. */
export async function* piecesInTurns(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await ownTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

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
