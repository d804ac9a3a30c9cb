import { readSendingRules } from '../../tenancy/settings/index.ts';
import { type CloseDeps, closeAttempt } from './close-attempt.ts';
import type { Attempt } from './jobs.ts';
import { type PostDeps, postEvent } from './post-event.ts';
import { claimDelivery } from './queries/attempts.ts';

export type DeliverDeps = CloseDeps & PostDeps & { sessionSecret: string };

/**
 * The claim commits before anything is sent, so that a crash after it never sends twice. Without a claim another
 * node has the attempt, or the receiver is busy: then the delivery waits until one of its account ends.
 */
export async function deliverEvent(deps: DeliverDeps, attempt: Attempt): Promise<void> {
  const delivery = await claimDelivery(deps.db, { ...attempt, ...deps.rules, now: deps.clock.now() });
  if (!delivery) return;
  const { retries, secrets } = await readSendingRules(deps, delivery.account_id);
  const outcome = await postEvent(deps, delivery, secrets);
  await closeAttempt(deps, delivery, { outcome, retries });
}
