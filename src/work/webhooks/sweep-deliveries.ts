import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { readSettings } from '../../tenancy/settings/index.ts';
import { type CloseDeps, closeAttempt } from './deliver-event.ts';
import { selectInterrupted } from './queries/attempts.ts';
import { deleteBefore } from './queries/deliveries.ts';

/** No attempt takes this long, so the node that made it is gone. */
const INTERRUPTED_AFTER_MS = 120_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 100;
const DELETE_BATCH = 1_000;

/** Closes one batch of attempts that a crash interrupted. Nobody knows whether they arrived, so they count as failed. */
export async function closeInterrupted(deps: CloseDeps): Promise<number> {
  const nowMs = deps.clock.now().getTime();
  const interrupted = await selectInterrupted(deps.db, new Date(nowMs - INTERRUPTED_AFTER_MS), BATCH);
  const outcome = { responseStatus: null, responseBody: null, error: 'interrupted' };
  for (const row of interrupted) {
    const { webhookRetries: retries } = await readSettings(deps, row.account_id);
    await closeAttempt(deps, row, { outcome, retries });
  }
  return interrupted.length;
}

/** Deletes one batch of the log. */
export async function sweepDeliveryLog(deps: { db: Db; clock: Clock }): Promise<number> {
  return deleteBefore(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS), DELETE_BATCH);
}
