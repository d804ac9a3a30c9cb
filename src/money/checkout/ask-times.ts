import type { ProviderName } from '../providers/index.ts';

type Ordered = { provider: ProviderName; createdAt: Date };

const MINUTE_MS = 60_000;
const MIN_PAUSE_MS = 15_000;

/** Cash vouchers of the regional rails are paid within days. A payment that comes later still closes the checkout. */
export const MAX_AGE_MS = 7 * 1_440 * MINUTE_MS;

/** First after `firstMs`, then whenever this share of the order's age has passed again. */
type AskTimes = { firstMs: number; ageShare: number };

/** Only the answer tells of a payment. */
const SENDS_NOTHING: AskTimes = { firstMs: MINUTE_MS, ageShare: 0.1 };
/** An event tells of a payment; asking makes up for one that was lost. */
const SENDS_EVENTS: AskTimes = { firstMs: 15 * MINUTE_MS, ageShare: 0.5 };

/** The card provider lists its events instead. */
const ASK_TIMES: Record<ProviderName, AskTimes | null> = {
  ebanx: SENDS_NOTHING,
  yellowcard: SENDS_NOTHING,
  dlocal: SENDS_EVENTS,
  paystack: SENDS_EVENTS,
  flutterwave: SENDS_EVENTS,
  stripe: null,
};

export function sendsEvents(provider: ProviderName): boolean {
  return ASK_TIMES[provider] !== SENDS_NOTHING;
}

export function firstAskAt({ provider, createdAt }: Ordered): Date | null {
  const times = ASK_TIMES[provider];
  return times && new Date(createdAt.getTime() + times.firstMs);
}

/** Null when this was the last time. The last time is at the end of the order's life. */
export function nextAskAt({ provider, createdAt }: Ordered, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const times = ASK_TIMES[provider];
  if (!times || ageMs >= MAX_AGE_MS) return null;
  const pauseMs = Math.max(MIN_PAUSE_MS, ageMs * times.ageShare);
  return new Date(createdAt.getTime() + Math.min(ageMs + pauseMs, MAX_AGE_MS));
}
