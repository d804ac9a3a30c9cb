import { timeoutMsOf } from './events.ts';

/** How one attempt ended. Without an error the receiver answered 2xx. */
export type Outcome = { responseStatus: number | null; responseBody: string | null; error: string | null };

export type DeliveryRules = {
  timeoutMs(event: string): number;
  /** Between one attempt and the next, for accounts with retries. */
  retryAfterSeconds: readonly number[];
  /** Attempts of one account under way at once on all nodes, to one host and in all. */
  perHost: number;
  perAccount: number;
  /** Attempts under way at once on one node. */
  perNode: number;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const DELIVERY_RULES: DeliveryRules = {
  timeoutMs: timeoutMsOf,
  // The schedule that Standard Webhooks suggests: ten attempts within 76 hours.
  retryAfterSeconds: [
    5,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ],
  perHost: 2,
  perAccount: 4,
  perNode: 32,
};

const GONE = 410;

/** Null when there is no further attempt. `attempts` includes the one that just ended. */
export function retryDelaySeconds(rules: DeliveryRules, attempts: number, outcome: Outcome): number | null {
  if (outcome.error === null) return null;
  // The receiver does not want it, or the address is not allowed: waiting changes neither.
  if (outcome.responseStatus === GONE || outcome.error === 'url_not_allowed') return null;
  return rules.retryAfterSeconds[attempts - 1] ?? null;
}
