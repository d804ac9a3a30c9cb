import { PROVIDERS, type ProviderName } from '../providers/index.ts';

type Ordered = { provider: ProviderName; createdAt: Date };

const MIN_PAUSE_MS = 15_000;

/** Cash vouchers of the regional rails are paid within days. A payment that comes later still closes the checkout. */
export const MAX_AGE_MS = 7 * 86_400_000;

export function firstAskAt({ provider, createdAt }: Ordered): Date | null {
  const { asking } = PROVIDERS[provider];
  return asking && new Date(createdAt.getTime() + asking.times.firstMs);
}

/** Null when this was the last time. The last time is at the end of the order's life. */
export function nextAskAt({ provider, createdAt }: Ordered, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  const { asking } = PROVIDERS[provider];
  if (!asking || ageMs >= MAX_AGE_MS) return null;
  const pauseMs = Math.max(MIN_PAUSE_MS, ageMs * asking.times.ageShare);
  return new Date(createdAt.getTime() + Math.min(ageMs + pauseMs, MAX_AGE_MS));
}
