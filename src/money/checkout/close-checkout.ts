import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { findAccount } from '../../tenancy/accounts/index.ts';
import { anchorPlusMonths } from '../ledger/index.ts';
import { closeTopUpOf } from './queries/auto-top-ups.ts';
import { updateStatus } from './queries/checkouts.ts';
import { deletePlanChange, selectPlanChange, upsertPlanChange } from './queries/plan-changes.ts';

/**
 * Call it in the transaction that acts on the payment, before the plan changes. False when the checkout was closed so
 * before: then nothing may be credited for it again. `renews`: a subscription pays for the plan until it ends.
 */
export async function closeCheckout(
  { tx, clock }: { tx: Tx; clock: Clock },
  id: string,
  status: 'paid' | 'failed' | 'expired',
  { renews = false }: { renews?: boolean } = {},
): Promise<boolean> {
  const now = clock.now();
  const checkout = await updateStatus(tx, id, { status, now });
  if (!checkout) return false;
  if (status === 'paid') {
    await closeTopUpOf(tx, checkout.id, now);
    const { accountId, plan } = checkout;
    if (plan !== null && renews) await deletePlanChange(tx, accountId);
    else if (plan !== null) await payMonth({ tx, clock }, { accountId, plan });
  }
  return true;
}

/** A plan that no subscription renews lasts a month per payment. Call it before the plan changes. */
export async function payMonth(
  { tx, clock }: { tx: Tx; clock: Clock },
  { accountId, plan }: { accountId: string; plan: string },
): Promise<void> {
  const now = clock.now();
  const account = await findAccount(tx, accountId);
  const before = await selectPlanChange(tx, accountId);
  const renewed = account?.plan === plan && before?.subscriptionId === null;
  const from = renewed && before.effectiveAt > now ? before.effectiveAt : now;
  await upsertPlanChange(tx, {
    accountId,
    plan: 'free',
    effectiveAt: anchorPlusMonths(from, 1),
    subscriptionId: null,
    now,
  });
}
