import type { AlertDeps } from '../money/usage-alerts/index.ts';
import type { Clock } from '../platform/clock.ts';
import { announceEvents, USAGE_ALERT } from '../work/webhooks/index.ts';

/** Webhooks are above money, so they are joined here. */
export function announceUsageAlert(clock: Clock): AlertDeps['announceAlert'] {
  return (tx, { id, accountId, percent, usedCredits, includedCredits, resetsAt }) => {
    const payload = USAGE_ALERT.payload({
      percent,
      used_credits: usedCredits,
      included_credits: includedCredits,
      resets_at: resetsAt.toISOString(),
    });
    return announceEvents({ tx, clock }, accountId, [{ subjectId: id, url: null, orDefault: true, payload }]);
  };
}
