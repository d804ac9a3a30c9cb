import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { centsOf } from '../pricing/index.ts';
import type { ClosedCharge } from './charge.ts';
import { ChargeNotFound } from './errors.ts';
import { type ChargeRow, type CloseInput, closeCharge, findCharge } from './queries/close.ts';

/** Closes the charge, or reports how an earlier call closed it. */
export async function closeOnce(
  deps: { db: Db; clock: Clock },
  input: Omit<CloseInput, 'now'>,
): Promise<ClosedCharge> {
  const { accountId, chargeId } = input;
  const closed = await closeCharge(deps.db, { ...input, now: deps.clock.now() });
  if (closed)
    return toClosedCharge(chargeId, closed, {
      moved: true,
      runsLow: closed.runs_low,
      refundedCents: closed.refunded_cents,
    });
  const earlier = await findCharge(deps.db, accountId, chargeId);
  if (!earlier) throw new ChargeNotFound(chargeId);
  // The balance of that moment is not known any more.
  const refundedCents = centsOf(earlier.refunded_micros);
  return toClosedCharge(chargeId, earlier, { moved: false, runsLow: false, refundedCents });
}

export function toClosedCharge(
  chargeId: string,
  row: ChargeRow,
  outcome: Pick<ClosedCharge, 'moved' | 'runsLow' | 'refundedCents'>,
): ClosedCharge {
  if (row.status === 'reserved') throw new Error(`charge ${chargeId} is still open`);
  return {
    chargeId,
    status: row.status,
    credits: row.credits,
    poolCredits: row.pool_credits,
    walletMicros: row.wallet_micros,
    refundedMicros: row.refunded_micros,
    ...outcome,
  };
}
