import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { readSettings } from '../../tenancy/settings/index.ts';
import { type CloseDeps, closeAttempt } from './close-attempt.ts';
import { parkStalled, selectInterrupted } from './queries/attempts.ts';
import { deleteBefore } from './queries/deliveries.ts';
import { wakeWaiting } from './wake-waiting.ts';

/** No visit takes as long, so that whoever made the attempt is gone. */
const INTERRUPTED_AFTER_MS = 120_000;
/** Due for longer than the queue usually takes. */
const STALLED_AFTER_MS = 60_000;
const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 100;

/** Ends what a crash left under way. Whether the receiver heard of it is not known, so it counts as failed. */
export async function sweepDeliveries(deps: CloseDeps): Promise<number> {
  const nowMs = deps.clock.now().getTime();
  const interrupted = await selectInterrupted(deps.db, new Date(nowMs - INTERRUPTED_AFTER_MS), BATCH);
  const outcome = { responseStatus: null, responseBody: null, error: 'interrupted' };
  for (const row of interrupted) {
    const { webhookRetries: retries } = await readSettings(deps, row.account_id);
    await closeAttempt(deps, row, { outcome, retries });
  }
  const stalled = await parkStalled(deps.db, new Date(nowMs - STALLED_AFTER_MS));
  for (const accountId of stalled) await wakeWaiting(deps, accountId);
  return interrupted.length;
}

export async function forgetDeliveries(deps: { db: Db; clock: Clock }): Promise<number> {
  return deleteBefore(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS));
}
