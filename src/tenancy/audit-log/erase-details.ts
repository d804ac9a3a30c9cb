import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { lowestIdAt } from './list-audit-events.ts';
import { deleteDetailsOf, deleteOldDetails } from './queries.ts';

const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** The log of a closed account keeps what happened, but not from where, nor names and addresses. Safe to repeat. */
export function eraseAuditDetails({ db }: { db: Db }, accountId: string): Promise<void> {
  return deleteDetailsOf(db, accountId);
}

/** Erases one batch of details whose retention period has ended, and returns its size. */
export function sweepAuditDetails(deps: { db: Db; clock: Clock; auditDetailsDays: number }): Promise<number> {
  const end = new Date(deps.clock.now().getTime() - deps.auditDetailsDays * DAY_MS);
  return deleteOldDetails(deps.db, lowestIdAt(end), BATCH);
}
