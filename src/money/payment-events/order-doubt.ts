import type { Checkout } from '../checkout/index.ts';
import { type Money, PROVIDERS } from '../providers/index.ts';
import type { Acting } from './acting.ts';

/** What was paid must be what was ordered. */
export function orderDoubt({ amountMinor, currency }: Checkout, paid: Money | null): string | null {
  if (paid?.minor === amountMinor && paid.currency === currency) return null;
  return `${amountMinor} ${currency} were ordered`;
}

/** A plan with a price at the provider costs what the operator set there. */
export function planDoubt(
  { payments, production, event }: Acting,
  checkout: Checkout,
  paid: Money | null,
): string | null {
  const { hasOwnPrice } = PROVIDERS[event.provider];
  const priced = checkout.plan !== null && hasOwnPrice?.(payments, checkout.plan);
  const unstated = paid === null && !production;
  return priced || unstated ? null : orderDoubt(checkout, paid);
}
