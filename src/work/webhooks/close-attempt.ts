import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import type { Queue } from '../../platform/queue/index.ts';
import { deliverJob } from './jobs.ts';
import { type AttemptRow, finishAttempt } from './queries/attempts.ts';
import { type DeliveryRules, type Outcome, retryDelaySeconds } from './rules.ts';
import { wakeWaiting } from './wake-waiting.ts';

export type CloseDeps = {
  db: Db;
  queue: Pick<Queue, 'send'>;
  clock: Clock;
  log: Log;
  rules: DeliveryRules;
};

/** Writes down how an attempt ended, together with the next one where there is to be one. */
export async function closeAttempt(
  deps: CloseDeps,
  row: AttemptRow,
  { outcome, retries }: { outcome: Outcome; retries: boolean },
): Promise<void> {
  const { id: deliveryId, account_id: accountId, attempts } = row;
  const delaySeconds = retries ? retryDelaySeconds(deps.rules, attempts, outcome) : null;
  await deps.db.transaction().execute(async (tx) => {
    const closed = await finishAttempt(tx, row, { ...outcome, delaySeconds, now: deps.clock.now() });
    if (!closed || delaySeconds === null) return;
    const next = { accountId, deliveryId, attempt: attempts + 1 };
    await deps.queue.send(tx, deliverJob, next, { delaySeconds });
  });
  if (outcome.error !== null) {
    const { responseStatus, error } = outcome;
    const facts = { accountId, deliveryId, event: row.event, attempts, responseStatus, error, delaySeconds };
    deps.log.warn(facts, 'a webhook was not delivered');
  }
  // After the commit: what found the receiver busy until then is seen here, and nothing is left waiting.
  await wakeWaiting(deps, accountId);
}
