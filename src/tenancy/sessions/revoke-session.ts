import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { deleteExpiredSessions, markSessionRevoked } from './queries.ts';

const SWEEP_BATCH = 1_000;

/** Safe to repeat. */
export async function revokeSession(
  deps: { db: Db; clock: Clock },
  accountId: string,
  sessionId: string,
): Promise<void> {
  await markSessionRevoked(deps.db, accountId, sessionId, deps.clock.now());
}

/** Deletes one batch of expired sessions and returns its size. */
export function sweepSessions(deps: { db: Db; clock: Clock }): Promise<number> {
  return deleteExpiredSessions(deps.db, deps.clock.now(), SWEEP_BATCH);
}
