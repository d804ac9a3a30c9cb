import { topUp } from '../ledger/index.ts';
import { microsOfCents } from '../pricing/index.ts';
import { describeWallet } from '../wallet/index.ts';
import { InvalidAmount, ProviderNotConfigured } from './errors.ts';
import { chooseProvider } from './providers.ts';
import type { CheckoutDeps, Keep } from './start-checkout.ts';

export type DemoTopUp = { demo: true; amount_cents: number; creditBalanceCents: number };

export async function topUpWallet(
  deps: CheckoutDeps,
  accountId: string,
  request: { amountUsd: number; provider?: string },
  keep: Keep<DemoTopUp>,
): Promise<DemoTopUp> {
  const cents = centsOfUsd(request.amountUsd);
  const provider = chooseProvider(request);
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

const MIN_USD = 5;
/** A larger sum is more likely a typing error. */
const MAX_USD = 10_000;

/** Rounds to whole cents, as a card would be charged. */
function centsOfUsd(amountUsd: number): number {
  if (!Number.isFinite(amountUsd)) throw new InvalidAmount('amountUsd must be a number.');
  if (amountUsd < MIN_USD) throw new InvalidAmount(`The smallest top-up is ${MIN_USD} USD.`);
  if (amountUsd > MAX_USD) throw new InvalidAmount('The largest top-up is 10,000 USD.');
  return Math.round(amountUsd * 100);
}
