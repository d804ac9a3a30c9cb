import type { Checkout } from '../checkout/index.ts';
import type { Acting } from './acting.ts';
import type { Money } from './notice.ts';

/** What was paid must be what was ordered. */
export function orderDoubt({ amountMinor, currency }: Checkout, paid: Money | null): string | null {
  if (paid?.minor === amountMinor && paid.currency === currency) return null;
  return `${amountMinor} ${currency} were ordered`;
}

/** A plan with a price at the provider costs what the operator set there. */
export function planDoubt(
  { payments, production }: Acting,
  checkout: Checkout,
  paid: Money | null,
): string | null {
  const priced = checkout.plan !== null && payments.stripe.prices.has(checkout.plan);
  const unstated = paid === null && !production;
  return priced || unstated ? null : orderDoubt(checkout, paid);
}
