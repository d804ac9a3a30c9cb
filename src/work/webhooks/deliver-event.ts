import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { type Sealing, SecretUnreadable } from '../../platform/sealing/index.ts';
import { readSendingRules } from '../../tenancy/settings/index.ts';
import { type PostDeps, postEvent } from './post-event.ts';
import { type AttemptRow, type ClaimedDelivery, finishAttempt } from './queries/attempts.ts';
import { type DeliveryRules, type Outcome, retryDelaySeconds } from './rules.ts';

export type CloseDeps = { db: Db; clock: Clock; log: Log; rules: DeliveryRules };
export type DeliverDeps = CloseDeps & PostDeps & { sealing: Sealing };

/** An event whose receiver expects a signature is not sent without one. */
const UNSIGNED: Outcome = {
  responseStatus: null,
  responseBody: null,
  error:
    'The server cannot open the secret that signs events. Replace it with POST /api/settings/webhook-secret, or ask the operator to restore DATA_KEYS.',
};

/** Sends a delivery that was claimed, and records how the attempt ended. */
export async function deliverEvent(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  const sending = await readSendingRules(deps, delivery.account_id).catch((error: unknown) => {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  });
  if (!sending) return closeAttempt(deps, delivery, { outcome: UNSIGNED, retries: true });
  const { retries, secrets } = sending;
  const outcome = await postEvent(deps, delivery, secrets);
  await closeAttempt(deps, delivery, { outcome, retries });
}

export async function closeAttempt(
  deps: CloseDeps,
  row: AttemptRow,
  { outcome, retries }: { outcome: Outcome; retries: boolean },
): Promise<void> {
  const { id: deliveryId, account_id: accountId, event, attempts } = row;
  const delaySeconds = retries ? retryDelaySeconds(deps.rules, attempts, outcome) : null;
  await finishAttempt(deps.db, row, { ...outcome, delaySeconds, now: deps.clock.now() });
  if (outcome.error === null) return;
  const { responseStatus, error } = outcome;
  deps.log.warn(
    { accountId, deliveryId, event, attempts, responseStatus, error, delaySeconds },
    'a webhook was not delivered',
  );
}
