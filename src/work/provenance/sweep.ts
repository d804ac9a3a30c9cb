import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { deleteOld, deleteOldParts, deleteUndelivered } from './queries.ts';

const DAY_MS = 24 * 3_600_000;
/** A job ends within this time, one way or another. */
const UNDELIVERED_DAYS = 4;
const BATCH = 1_000;
/** A part has some three hundred codes, which go with it. */
const PARTS = 500;

/** Forgets one batch of what the operator keeps no longer, and returns its size. */
export async function sweepProvenance({
  db,
  clock,
  retentionDays,
}: {
  db: Db;
  clock: Clock;
  retentionDays: number;
}): Promise<number> {
  const before = (days: number): Date => new Date(clock.now().getTime() - days * DAY_MS);
  const parts = await deleteOldParts(db, before(retentionDays), PARTS);
  if (parts > 0) return parts;
  const old = await deleteOld(db, before(retentionDays), BATCH);
  return old + (await deleteUndelivered(db, before(UNDELIVERED_DAYS), BATCH));
}
