import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { type AuditEvent, recordAuditEvent } from './record-audit-event.ts';

class NobodyThere extends Error {}

/**
 * Records what somebody tried in vain, so that there is no transaction to join. It does the same work when there is no
 * such account, and does not wait for the disk: how long it takes must not tell whether an address has an account.
 */
export async function recordAttempt(deps: { db: Db; clock: Clock }, event: AuditEvent): Promise<void> {
  const accountId = event.accountId ?? randomUUID();
  const recording = deps.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL synchronous_commit = off`.execute(tx);
    await recordAuditEvent({ ...deps, tx }, { ...event, accountId });
    if (event.accountId === null) throw new NobodyThere();
  });
  await recording.catch((error: unknown) => {
    if (!(error instanceof NobodyThere)) throw error;
  });
}
