import { findAccount } from '../../tenancy/accounts/index.ts';
import { currentWallet } from '../ledger/index.ts';
import { cardApiOf, isCardProvider } from '../providers/index.ts';
import { type StoredSubscription, saveSubscription } from '../subscriptions/index.ts';
import type { CheckoutAnswer, CheckoutDeps, Keep } from './checkout.ts';
import { ProviderNotConfigured } from './errors.ts';
import { deletePlanChange, selectPlanChange, upsertPlanChange } from './queries/plan-changes.ts';

const CALL_TIMEOUT_MS = 70_000;

/** The plan stays until the end of what is paid for. Nothing is paid back. */
export async function cancelPlan(
  deps: CheckoutDeps,
  accountId: string,
  subscription: StoredSubscription | null,
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  return subscription && isCardProvider(subscription.provider)
    ? cancelSubscription(deps, subscription, keep)
    : letPlanEnd(deps, accountId, keep);
}

async function cancelSubscription(
  { db, clock, providers }: CheckoutDeps,
  subscription: StoredSubscription,
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  const { provider } = subscription;
  const api = cardApiOf(providers, provider);
  if (!api) throw new ProviderNotConfigured(provider);
  const canceled = await api.cancelAtPeriodEnd(subscription.id, AbortSignal.timeout(CALL_TIMEOUT_MS));
  const now = clock.now();
  const { status, currentPeriodEnd, cancelAtPeriodEnd } = canceled;
  const effective_at = (currentPeriodEnd ?? now).toISOString();
  const answer = { provider, plan: 'free', session_id: subscription.id, effective_at };
  await db.transaction().execute(async (tx) => {
    await saveSubscription(tx, { ...subscription, status, currentPeriodEnd, cancelAtPeriodEnd, now });
    await deletePlanChange(tx, subscription.accountId);
    await keep(tx, answer);
  });
  return answer;
}

/** Without a subscription nothing renews it, so we end it: with the month that was paid for, else with the cycle. */
async function letPlanEnd(
  { db, clock }: CheckoutDeps,
  accountId: string,
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now();
    const account = await findAccount(tx, accountId);
    const scheduled = await selectPlanChange(tx, accountId);
    const ends = scheduled?.effectiveAt ?? (await currentWallet({ db: tx, clock }, accountId)).cycle_ends_at;
    const effectiveAt = account?.plan === 'free' ? now : ends;
    if (account?.plan !== 'free') {
      await upsertPlanChange(tx, { accountId, plan: 'free', effectiveAt, subscriptionId: null, now });
    }
    const answer = { provider: 'none', plan: 'free', effective_at: effectiveAt.toISOString() };
    await keep(tx, answer);
    return answer;
  });
}
