import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { changePlan } from '../ledger/index.ts';
import { findPlan, PLANS } from '../plans/index.ts';
import { InvalidPlan, ProviderNotConfigured } from './errors.ts';
import { chooseProvider } from './providers.ts';

export type CheckoutDeps = { db: Db; clock: Clock; log: Log; production: boolean };

/** Stores the answer in the transaction it reports on. */
export type Keep<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

export type DemoCheckout = { provider: 'demo'; plan: string; demo: true };

export async function startCheckout(
  deps: CheckoutDeps,
  accountId: string,
  request: { plan: string; provider?: string; region?: string },
  keep: Keep<DemoCheckout>,
): Promise<DemoCheckout> {
  const plan = findPlan(request.plan);
  if (!plan || plan.usdPerMonth === null) {
    throw new InvalidPlan(
      Object.values(PLANS).flatMap(({ id, usdPerMonth }) => (usdPerMonth === null ? [] : id)),
    );
  }
  const provider = chooseProvider(request);
  if (deps.production) throw new ProviderNotConfigured(provider);
  const answer = { provider: 'demo', plan: plan.id, demo: true } as const;
  await deps.db.transaction().execute(async (tx) => {
    await changePlan({ tx, clock: deps.clock }, { accountId, plan: plan.id });
    await keep(tx, answer);
  });
  deps.log.info({ account_id: accountId, plan: plan.id }, 'demo checkout: plan applied without a payment');
  return answer;
}
