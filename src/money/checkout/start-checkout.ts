import type { Actor } from '../../tenancy/audit-log/index.ts';
import { changePlan } from '../ledger/index.ts';
import { centsOfPlan, findPlan, PLANS, type Plan } from '../plans/index.ts';
import { cardApiOf } from '../providers/index.ts';
import { currentSubscription } from '../subscriptions/index.ts';
import { cancelPlan } from './cancel-plan.ts';
import { changeSubscription } from './change-subscription.ts';
import type { CheckoutAnswer, CheckoutDeps, Keep } from './checkout.ts';
import { amountIn, type Choice, chooseProvider } from './choose-provider.ts';
import { closePlanPages } from './close-plan-pages.ts';
import { AlreadySubscribed, InvalidPlan, ProviderNotConfigured } from './errors.ts';
import { openCheckout } from './open-checkout.ts';
import { selectReusable } from './queries/checkouts.ts';

/** A customer who asks again within this time gets the same page, and cannot pay for two subscriptions. */
const REUSE_MS = 3_600_000;

export async function startCheckout(
  deps: CheckoutDeps,
  accountId: string,
  request: Choice & { plan: string; by: Actor },
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  const plan = sellablePlan(request.plan);
  const { provider: name, country } = chooseProvider(request);
  const provider = deps.providers[name];
  const subscription = await currentSubscription(deps.db, accountId);
  // Without the provider's key a subscription can be neither changed nor canceled from here.
  const changing = subscription && cardApiOf(deps.providers, subscription.provider);
  if (!provider && !changing && !deps.production) {
    return applyDemo(deps, { accountId, plan, by: request.by }, keep);
  }
  if (plan.id === 'free') return cancelPlan(deps, accountId, subscription, keep);
  if (!provider) throw new ProviderNotConfigured(name);
  if (changing) {
    if (name !== subscription.provider) throw new AlreadySubscribed(subscription.provider);
    return changeSubscription(deps, changing, { accountId, plan, subscription }, keep);
  }
  return openPlanPage(deps, { accountId, plan, name, provider, country }, keep);
}

type PlanPage = {
  accountId: string;
  plan: Plan;
  name: ReturnType<typeof chooseProvider>['provider'];
  provider: Parameters<typeof openCheckout>[1];
  country: ReturnType<typeof chooseProvider>['country'];
};

/** The page on which the plan is paid for: the one that is open already, or a new one. */
async function openPlanPage(
  deps: CheckoutDeps,
  { accountId, plan, name, provider, country }: PlanPage,
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  const cents = centsOfPlan(plan);
  const order = {
    provider: name,
    purpose: 'plan',
    plan: plan.id,
    cents,
    ...amountIn(deps.payments, name, cents),
  } as const;
  const answerOf = (page: { url: string; sessionId: string }): CheckoutAnswer => ({
    provider: name,
    plan: plan.id,
    url: page.url,
    session_id: page.sessionId,
  });
  const createdAfter = new Date(deps.clock.now().getTime() - REUSE_MS);
  const open = await selectReusable(deps.db, { accountId, ...order, createdAfter });
  if (open) return answerOf(open);
  await closePlanPages(deps, accountId);
  return answerOf(
    await openCheckout(deps, provider, { accountId, order, country }, (tx, page) => keep(tx, answerOf(page))),
  );
}

function sellablePlan(id: string): Plan {
  const plan = findPlan(id);
  if (plan && plan.usdPerMonth !== null) return plan;
  throw new InvalidPlan(
    Object.values(PLANS).flatMap((known) => (known.usdPerMonth === null ? [] : known.id)),
  );
}

async function applyDemo(
  deps: CheckoutDeps,
  { accountId, plan, by }: { accountId: string; plan: Plan; by: Actor },
  keep: Keep<CheckoutAnswer>,
): Promise<CheckoutAnswer> {
  const answer = { provider: 'demo', plan: plan.id, demo: true } as const;
  await deps.db.transaction().execute(async (tx) => {
    await changePlan({ tx, clock: deps.clock }, { accountId, plan: plan.id, by });
    await keep(tx, answer);
  });
  deps.log.info({ account_id: accountId, plan: plan.id }, 'demo checkout: plan applied without a payment');
  return answer;
}
