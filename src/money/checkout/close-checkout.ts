import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { anchorPlusMonths } from '../ledger/index.ts';
import { closeTopUpOf } from './queries/auto-top-ups.ts';
import { type Checkout, updateStatus } from './queries/checkouts.ts';
import { deletePlanChange, selectPlanChange, upsertPlanChange } from './queries/plan-changes.ts';

/**
 * Call it in the transaction that acts on the payment, before the plan changes. False when the checkout was closed so
 * before: then nothing may be credited for it again.
 */
export async function closeCheckout(
  { tx, clock }: { tx: Tx; clock: Clock },
  id: string,
  status: 'paid' | 'failed' | 'expired',
): Promise<boolean> {
  const now = clock.now();
  const checkout = await updateStatus(tx, id, { status, now });
  if (!checkout) return false;
  if (status === 'paid') {
    await closeTopUpOf(tx, checkout.id, now);
    if (checkout.purpose === 'plan') await schedulePaidUntil(tx, checkout, now);
  }
  return true;
}

/** A subscription renews itself. What was bought through a regional rail lasts a month per payment. */
async function schedulePaidUntil(tx: Tx, checkout: Checkout, now: Date): Promise<void> {
  const { accountId } = checkout;
  if (checkout.provider === 'stripe') {
    await deletePlanChange(tx, accountId);
    return;
  }
  const account = await findAccount(tx, accountId);
  const before = await selectPlanChange(tx, accountId);
  const renewed = account?.plan === checkout.plan && before?.subscriptionId === null;
  const from = renewed && before.effectiveAt > now ? before.effectiveAt : now;
  await upsertPlanChange(tx, {
    accountId,
    plan: 'free',
    effectiveAt: anchorPlusMonths(from, 1),
    subscriptionId: null,
    now,
  });
}
