import { centsOfPlan, findPlan, type Plan } from '../plans/index.ts';
import type { CardApi } from '../providers/index.ts';
import { type StoredSubscription, saveSubscription } from '../subscriptions/index.ts';
import type { CheckoutAnswer, CheckoutDeps, Keep } from './checkout.ts';
import { deletePlanChange, upsertPlanChange } from './queries/plan-changes.ts';

const CALL_TIMEOUT_MS = 70_000;

/**
 * A dearer plan is charged and takes effect now; a cheaper one at the end of the period. The plan itself moves with the
 * provider's event, as after any payment.
 */
export async function changeSubscription(
  deps: CheckoutDeps,
  api: CardApi,
  { accountId, plan, subscription }: { accountId: string; plan: Plan; subscription: StoredSubscription },
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  const { db, clock } = deps;
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const answer: CheckoutAnswer = {
    provider: subscription.provider,
    plan: plan.id,
    session_id: subscription.id,
  };
  if (subscription.status !== 'active' && subscription.status !== 'trialing') {
    return { ...answer, ...(await portalOf(deps, api, subscription, signal)) };
  }
  const current = findPlan(subscription.plan ?? '');
  const when = current && centsOfPlan(plan) < centsOfPlan(current) ? 'period_end' : 'now';
  const change = { subscriptionId: subscription.id, plan: plan.id, cents: centsOfPlan(plan), when } as const;
  const changed = await api.changePlan(change, signal);
  const now = clock.now();
  const effectiveAt = when === 'now' ? now : (changed.currentPeriodEnd ?? now);
  const full = { ...answer, effective_at: effectiveAt.toISOString() };
  await db.transaction().execute(async (tx) => {
    const { status, currentPeriodEnd, cancelAtPeriodEnd } = changed;
    await saveSubscription(tx, { ...subscription, status, currentPeriodEnd, cancelAtPeriodEnd, now });
    if (when === 'now') await deletePlanChange(tx, accountId);
    else
      await upsertPlanChange(tx, {
        accountId,
        plan: plan.id,
        effectiveAt,
        subscriptionId: subscription.id,
        now,
      });
    await keep(tx, full);
  });
  return full;
}

/** A payment failed. Another plan would not help; another card does, and the portal takes one. */
async function portalOf(
  deps: CheckoutDeps,
  api: CardApi,
  { customerId }: StoredSubscription,
  signal: AbortSignal,
): Promise<{ url?: string }> {
  if (!customerId) return {};
  return api.openPortal(customerId, `${deps.publicUrl}/billing/return`, signal);
}
