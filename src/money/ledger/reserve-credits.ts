import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { traced } from '../../platform/tracing/index.ts';
import { planOf } from '../plans/index.ts';
import { type ChargeRequest, creditsToReserve, keysOf, type Reservation } from './charge.ts';
import { countAgainstLimits } from './key-limits.ts';
import { insertCharges, type NewCharge, type TakenRow } from './queries/insert-charges.ts';
import { refuseUncovered } from './refusal.ts';
import { currentWallet } from './renew-cycle.ts';
import { newChargeOf, takeIfCovered } from './take-if-covered.ts';
import { withLockedWallet } from './with-locked-wallet.ts';

// Reserving is optimistic: the usual case costs one statement (`take-if-covered.ts`), and only a charge that it cannot take
// costs more. The wallet is then read to refuse the charge with figures, or else locked to renew the cycle, count the limits
// and reserve.

type Deps = { db: Db; clock: Clock };
type Payer = Pick<ChargeRequest, 'accountId' | 'plan'>;
type Requests = readonly Omit<ChargeRequest, keyof Payer>[];

/** Takes the pool first, then the wallet. Throws a 402 with the figures, having moved nothing. */
export async function reserveCredits(deps: Deps, request: ChargeRequest): Promise<Reservation> {
  const [reservation] = await reserveAll(deps, request, [request]);
  if (!reservation) throw new Error('a charge has no reservation');
  return reservation;
}

/**
 * Reserves all, or throws a 402 with the total and moves nothing. It takes one statement when it succeeds. Otherwise it
 * finds out why: renews the cycle and counts against the limits of the keys under the lock of the wallet, or refuses.
 */
export function reserveAll(deps: Deps, payer: Payer, requests: Requests): Promise<Reservation[]> {
  return traced('charge.reserve', () => reserveTogether(deps, payer, requests));
}

async function reserveTogether(
  deps: Deps,
  { accountId, plan }: Payer,
  requests: Requests,
): Promise<Reservation[]> {
  for (const request of requests) requireWhole(request);
  const credits = requests.reduce((sum, request) => sum + creditsToReserve(request), 0);
  const routingCredits = requests.reduce((sum, request) => sum + (request.routingCredits ?? 0), 0);
  const microsPerCredit = planOf(plan).overageMicrosPerCredit;
  const total = { credits, routingCredits, microsPerCredit };
  const chargesAt = (now: Date): NewCharge[] =>
    requests.map((request) => newChargeOf({ ...request, accountId, plan }, now));

  const charges = chargesAt(deps.clock.now());
  const rows = await takeIfCovered(deps.db, charges);
  if (rows) return reservationsOf(charges, rows);
  refuseUncovered(total, await currentWallet(deps, accountId));
  return withLockedWallet(deps, accountId, async ({ db, wallet, now }) => {
    refuseUncovered(total, wallet);
    await countAgainstLimits(db, wallet, creditsByKey(requests));
    const locked = chargesAt(now);
    return reservationsOf(
      locked,
      await insertCharges(db, locked, { heldWallets: 'wait', limitsCounted: true }),
    );
  });
}

function reservationsOf(charges: readonly NewCharge[], rows: readonly TakenRow[]): Reservation[] {
  const taken = new Map(rows.filter(({ is_taken }) => is_taken).map((row) => [row.charge_id, row]));
  return charges.map((charge) => {
    const { chargeId, accountId, deadlineAt } = charge;
    const row = taken.get(chargeId);
    if (!row) throw new Error('the balance covers the charge, but the statement took nothing');
    const credits = creditsToReserve(charge);
    return {
      chargeId,
      accountId,
      credits,
      poolCredits: row.from_pool,
      walletMicros: row.from_wallet,
      deadlineAt,
    };
  });
}

function creditsByKey(requests: Requests): Map<string, number> {
  const byKey = new Map<string, number>();
  for (const request of requests) {
    for (const key of keysOf(request)) byKey.set(key, (byKey.get(key) ?? 0) + creditsToReserve(request));
  }
  return byKey;
}

function requireWhole({ credits, quantity, fee, routingCredits = 0 }: Requests[number]): void {
  for (const amount of [credits, quantity, fee?.credits ?? 0, routingCredits]) {
    if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`cannot reserve ${amount}`);
  }
}
