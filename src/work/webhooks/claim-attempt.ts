import type { Clock } from '../../platform/clock.ts';
import type { Attempt } from './jobs.ts';
import { type ClaimedDelivery, claimOrPark } from './queries/attempts.ts';
import { type WakeDeps, wakeWaiting } from './wake-waiting.ts';

/**
 * The claim commits before anything is sent, so that a crash after it never sends twice. Null: another node has the
 * attempt, or the receiver is busy and the delivery is parked until there is room.
 */
export async function claimAttempt(
  deps: WakeDeps & { clock: Clock },
  attempt: Attempt,
): Promise<ClaimedDelivery | null> {
  const delivery = await claimOrPark(deps.db, { ...attempt, ...deps.rules, now: deps.clock.now() });
  if (!delivery) return null;
  if (!delivery.parked) return delivery;
  // Room that was made between the look and the parking has woken nobody.
  await wakeWaiting(deps, attempt.accountId);
  return null;
}
