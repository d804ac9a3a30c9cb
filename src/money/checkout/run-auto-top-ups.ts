import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { findAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import { topUp } from '../ledger/index.ts';
import { microsOfCents } from '../pricing/index.ts';
import {
  CARD_PROVIDER,
  type CardApi,
  CardDeclined,
  ProviderFailed,
  type Providers,
} from '../providers/index.ts';
import { accountCustomer } from '../subscriptions/index.ts';
import { closeCheckout } from './close-checkout.ts';
import { newCheckout } from './open-checkout.ts';
import {
  type AutoTopUp,
  closeTopUp,
  linkCheckout,
  markCharged,
  takeDueTopUp,
  turnOff,
} from './queries/auto-top-ups.ts';
import { insertCheckout } from './queries/checkouts.ts';

export type AutoTopUpDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  production: boolean;
  providers: Pick<Providers, typeof CARD_PROVIDER>;
  /** Tells the account's server that its card was declined, in the transaction that turns auto top-up off. */
  announceDecline: (
    tx: Tx,
    declined: { id: number; accountId: string; cents: number; reason: string },
  ) => Promise<void>;
};

/** The package tries each of two requests twice, for 15 seconds each. A request is put off for longer than that. */
const CALL_TIMEOUT_MS = 70_000;

/**
 * Charges saved cards. The credit itself comes with the provider's event, like that of any other payment; until then the
 * request stays open, so that no second one is made.
 */
export async function runAutoTopUps(deps: AutoTopUpDeps): Promise<number> {
  for (let served = 0; ; served += 1) {
    const request = await takeDueTopUp(deps.db, deps.clock.now());
    if (!request) return served;
    const api = deps.providers[CARD_PROVIDER];
    if (api) await serve(deps, api, request);
    else await serveWithout(deps, request);
  }
}

async function serve(deps: AutoTopUpDeps, api: CardApi, request: AutoTopUp): Promise<void> {
  const facts = { account_id: request.accountId, amount_cents: request.cents, auto_top_up: request.id };
  const signal = AbortSignal.timeout(CALL_TIMEOUT_MS);
  try {
    if (request.reference !== null) {
      const known = await outcomeOf(api, request.reference, signal);
      if (known === 'failed') return await decline(deps, request, 'card_declined');
      if (known === 'charged') {
        deps.log.warn(facts, 'auto top-up is paid but not credited yet; is the webhook set up?');
        return await markCharged(deps.db, request.id);
      }
    }
    if (request.status === 'charged') return;
    await charge(deps, api, request, signal);
    deps.log.info(facts, 'auto top-up charged to the saved card');
  } catch (error) {
    if (error instanceof CardDeclined) return decline(deps, request, error.reason);
    if (!(error instanceof ProviderFailed) && !signal.aborted) throw error;
    deps.log.warn({ ...facts, err: error }, 'auto top-up could not be charged and will be tried again');
  }
}

/** Idempotency keys are forgotten after a day, so a repeated attempt asks first. */
async function outcomeOf(api: CardApi, reference: string, signal: AbortSignal) {
  const payment = await api.findPayment(reference, signal);
  if (!payment) return 'none';
  return payment.status === 'failed' ? 'failed' : 'charged';
}

async function charge(
  deps: AutoTopUpDeps,
  api: CardApi,
  request: AutoTopUp,
  signal: AbortSignal,
): Promise<void> {
  const { accountId, cents } = request;
  const customerId = await accountCustomer(deps.db, accountId, CARD_PROVIDER);
  if (!customerId) throw new CardDeclined('no_saved_card', new Error('no customer'));
  const reference = request.reference ?? (await storeCheckout(deps, request));
  const account = await findAccount(deps.db, accountId);
  const metadata = {
    service_user_id: accountId,
    ...(account && { service_user_email: account.email }),
    reference,
    purpose: 'top_up',
  };
  await api.chargeSaved({ customerId, cents, idempotencyKey: reference, metadata }, signal);
  await markCharged(deps.db, request.id);
}

/** Before the card is charged, so that the payment finds what it is for, even after a crash. */
async function storeCheckout(deps: AutoTopUpDeps, { id, accountId, cents }: AutoTopUp): Promise<string> {
  const order = {
    provider: CARD_PROVIDER,
    purpose: 'top_up',
    plan: null,
    cents,
    amountMinor: cents,
    currency: 'USD',
  } as const;
  const checkout = newCheckout(deps.clock, accountId, order);
  await deps.db.transaction().execute(async (tx) => {
    await insertCheckout(tx, checkout);
    await linkCheckout(tx, id, checkout.id);
  });
  return checkout.reference;
}

async function decline(
  deps: AutoTopUpDeps,
  { id, accountId, cents }: AutoTopUp,
  reason: string,
): Promise<void> {
  const { clock } = deps;
  const declined = await deps.db.transaction().execute(async (tx) => {
    // First, as an event of the payment does: without one order of locks the two would deadlock.
    await lockAccount(tx, { accountId });
    const closed = await closeTopUp(tx, id, { status: 'declined', reason, now: clock.now() });
    if (!closed) return false;
    await turnOff(tx, accountId);
    if (closed.checkoutId) await closeCheckout({ tx, clock }, closed.checkoutId, 'failed');
    await deps.announceDecline(tx, { id, accountId, cents, reason });
    return true;
  });
  const facts = { account_id: accountId, amount_cents: cents, reason };
  if (declined) deps.log.warn(facts, 'auto top-up declined and turned off');
}

async function serveWithout(deps: AutoTopUpDeps, { id, accountId, cents }: AutoTopUp): Promise<void> {
  const { clock, production, log } = deps;
  await deps.db.transaction().execute(async (tx) => {
    const status = production ? 'refused' : 'added';
    if (!(await closeTopUp(tx, id, { status, now: clock.now() })) || production) return;
    const payment = {
      micros: microsOfCents(cents),
      reference: `auto_top_up:${id}`,
      note: 'demo auto top-up',
    };
    await topUp({ db: tx, clock }, { accountId, ...payment });
  });
  const facts = { account_id: accountId, amount_cents: cents };
  if (production) log.warn(facts, 'auto top-up refused: no card provider is set up');
  else log.info(facts, 'demo auto top-up: credit added without a payment');
}
