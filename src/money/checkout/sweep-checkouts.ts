import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { expireBatch } from './queries/checkouts.ts';

/** Cash vouchers of the regional rails are paid within days. A payment that comes later still closes the checkout. */
const MAX_AGE_MS = 7 * 86_400_000;
const BATCH = 500;

/** Expires one batch of unpaid checkouts and returns its size. */
export function sweepCheckouts({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock.now();
  return expireBatch(db, { now, createdBefore: new Date(now.getTime() - MAX_AGE_MS), limit: BATCH });
}
