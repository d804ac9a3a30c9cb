import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { expireBatch } from './queries/checkouts.ts';

/** A provider that has not answered for so long will not: perhaps its keys were removed. */
const ABANDONED_MS = 30 * 86_400_000;
const BATCH = 500;

/** Expires one batch of unpaid checkouts and returns its size. */
export function sweepCheckouts({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now();
  const abandonedBefore = new Date(now.getTime() - ABANDONED_MS);
  return expireBatch(db, { now, abandonedBefore, limit: BATCH });
}
