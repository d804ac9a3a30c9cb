import { type Database, isStoreUnavailable } from '../../platform/database/index.ts';
import { createPartReader, LIVE_CHANNEL, type LiveEvent } from './queries/live-events.ts';

export type HeardEvent = LiveEvent & { /** Grows with every event that this node hears. */ place: number };

/** The events of all accounts as they happen, on whichever node. */
export type LiveEvents = {
  /** The place of the newest event. */
  last(): number;
  /** The events of an account that came after this place, as far as they are remembered. */
  after(accountId: string, place: number): HeardEvent[];
  /** The place of the event, or the one before the first that is newer. */
  placeOf(accountId: string, id: string): number;
  /** Calls back after each event of the account. Returns a function that stops it. */
  onEvent(accountId: string, heard: () => void): () => void;
  close(): Promise<void>;
};

/** A listener that comes back can catch up on this many events. Each takes a few kilobytes. */
const REMEMBERED = 1_000;

export async function openLiveEvents(database: Database): Promise<LiveEvents> {
  const events: HeardEvent[] = [];
  const listeners = new Map<string, Set<() => void>>();
  const readPart = createPartReader();
  let place = 0;
  const stop = await database.listen(LIVE_CHANNEL, (part) => {
    const event = readPart(part);
    if (!event) return;
    place += 1;
    events.push({ ...event, place });
    if (events.length > REMEMBERED) events.shift();
    for (const heard of listeners.get(event.accountId) ?? []) heard();
  });
  return {
    last: () => place,
    after: (accountId, from) => events.filter((event) => event.accountId === accountId && event.place > from),
    placeOf(accountId, id) {
      const own = events.filter((event) => event.accountId === accountId);
      const known = own.findLast((event) => event.id === id);
      if (known) return known.place;
      // Ids grow with time, so they tell what is newer even if this node has not heard the event itself.
      const newer = own.find((event) => event.id > id);
      return newer ? newer.place - 1 : place;
    },
    onEvent(accountId, heard) {
      const set = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, set.add(heard));
      return () => {
        set.delete(heard);
        if (set.size === 0 && listeners.get(accountId) === set) listeners.delete(accountId);
      };
    },
    async close() {
      // A lost connection needs no UNLISTEN.
      await stop().catch((error: unknown) => {
        if (!isStoreUnavailable(error)) throw error;
      });
    },
  };
}
