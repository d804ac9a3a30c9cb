import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { topUp } from '../ledger/index.ts';
import { microsOfCents } from '../pricing/index.ts';
import { insertPayment } from './queries.ts';

export type Credit = {
  provider: string;
  /** The provider's name for the payment; the same one is never credited twice, whoever reports it. */
  id: string;
  accountId: string;
  /** The wallet gets this many US cents. */
  cents: number;
  /** The customer paid this, in the smallest unit of `currency`. */
  amountMinor: number;
  currency: string;
  /** The stored delivery that reported it. */
  eventId: string;
};

/** False when this payment was credited before. */
export async function creditPayment(deps: { tx: Tx; clock: Clock }, credit: Credit): Promise<boolean> {
  const { provider, id, accountId } = credit;
  const micros = microsOfCents(credit.cents);
  const added = await topUp(
    { db: deps.tx, clock: deps.clock },
    { accountId, micros, reference: `payment:${provider}:${id}`, note: `payment by ${provider}` },
  );
  if (added) await insertPayment(deps.tx, { ...credit, micros, now: deps.clock.now() });
  return added;
}
