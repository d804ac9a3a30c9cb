import { topUp } from '../ledger/index.ts';
import { microsOfCents } from '../pricing/index.ts';
import { describeWallet } from '../wallet/index.ts';
import { centsOfUsd } from './amount.ts';
import { ProviderNotConfigured } from './errors.ts';
import { chooseProvider } from './providers.ts';
import type { CheckoutDeps, Keep } from './start-checkout.ts';

export type DemoTopUp = { demo: true; amount_cents: number; creditBalanceCents: number };

export async function topUpWallet(
  deps: CheckoutDeps,
  accountId: string,
  wish: { amountUsd: number; provider?: string },
  keep: Keep<DemoTopUp>,
): Promise<DemoTopUp> {
  const cents = centsOfUsd(wish.amountUsd);
  const provider = chooseProvider(wish);
  if (deps.production) throw new ProviderNotConfigured(provider);
  const answer = await deps.db.transaction().execute(async (tx) => {
    await topUp(
      { db: tx, clock: deps.clock },
      { accountId, micros: microsOfCents(cents), note: 'demo top-up' },
    );
    const { creditBalanceCents } = await describeWallet(tx, deps.clock, accountId);
    const added = { demo: true, amount_cents: cents, creditBalanceCents } as const;
    await keep(tx, added);
    return added;
  });
  deps.log.info(
    { account_id: accountId, amount_cents: cents },
    'demo top-up: credit added without a payment',
  );
  return answer;
}
