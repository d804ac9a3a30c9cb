import { readSendingRules } from '../../tenancy/settings/index.ts';
import { type CloseDeps, closeAttempt } from './close-attempt.ts';
import { type PostDeps, postEvent } from './post-event.ts';
import type { ClaimedDelivery } from './queries/attempts.ts';

export type DeliverDeps = CloseDeps & PostDeps & { sessionSecret: string };

export async function deliverEvent(deps: DeliverDeps, delivery: ClaimedDelivery): Promise<void> {
  const { retries, secrets } = await readSendingRules(deps, delivery.account_id);
  const outcome = await postEvent(deps, delivery, secrets);
  await closeAttempt(deps, delivery, { outcome, retries });
}
