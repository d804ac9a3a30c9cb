import type { Clock } from '../platform/clock.ts';
import { RateLimited } from './rate-limiting.ts';

const MINUTE_MS = 60_000;

/** Throws when an address calls too often. Counted in memory, on this node, so it needs no database. */
export function limitByAddress(clock: Clock, perMinute: number): (address: string) => void {
  let minute = 0;
  const hits = new Map<string, number>();
  return (address) => {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS);
    if (now !== minute) hits.clear();
    minute = now;
    const count = (hits.get(address) ?? 0) + 1;
    hits.set(address, count);
    if (count > perMinute) throw new RateLimited({ limit: perMinute });
  };
}
