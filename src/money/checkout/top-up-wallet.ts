import { topUp } from '../ledger/index.ts';
import { microsOfCents } from '../pricing/index.ts';
import { describeWallet } from '../wallet/index.ts';
import type { CheckoutDeps, Keep } from './checkout.ts';
import { amountIn, type Choice, chooseProvider } from './choose-provider.ts';
import { InvalidAmount, ProviderNotConfigured } from './errors.ts';
import { openCheckout } from './open-checkout.ts';

export type TopUpAnswer = {
  provider?: string;
  url?: string;
  session_id?: string;
  amount_cents: number;
  demo?: true;
  creditBalanceCents?: number;
};

export async function topUpWallet(
  deps: CheckoutDeps,
  accountId: string,
  request: Choice & { amountUsd: number },
  keep: Keep<TopUpAnswer>,
): Promise<TopUpAnswer> {
  const cents = centsOfUsd(request.amountUsd);
  const { provider: name, country } = chooseProvider(request);
  const provider = deps.providers[name];
  if (!provider) {
    if (deps.production) throw new ProviderNotConfigured(name);
    return addDemo(deps, accountId, cents, keep);
  }
  const amount = amountIn(deps.payments, name, cents);
  const order = { provider: name, purpose: 'top_up', plan: null, cents, ...amount } as const;
  const answerOf = (page: { url: string; sessionId: string }): TopUpAnswer => ({
    provider: name,
    url: page.url,
    session_id: page.sessionId,
    amount_cents: cents,
  });
  return answerOf(
    await openCheckout(deps, provider, { accountId, order, country }, (tx, page) => keep(tx, answerOf(page))),
  );
}

async function addDemo(
  deps: CheckoutDeps,
  accountId: string,
  cents: number,
  keep: Keep<TopUpAnswer>,
): Promise<TopUpAnswer> {
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
