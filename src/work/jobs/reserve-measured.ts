import { reserveAll } from '../../money/ledger/index.ts';
import { billableQuantity, CREDITS_PER_UNIT } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { requireMeasured } from './check-result.ts';
import { RESERVATION_MS } from './create-job.ts';
import type { JobDeps } from './end-job.ts';
import { LeaseLost, MeasuredTooMuch } from './errors.ts';
import { failJob } from './fail-job.ts';
import type { JobRow, Lease, Measured } from './job.ts';
import type { JobKind } from './kinds.ts';
import { insertCharge, type JobCharge, listCharges, lockUnfinished } from './queries/finish.ts';

/**
 * A worker may know the actual quantity before the expensive part. It then reserves here what the reservation lacks. A
 * job that the account cannot pay, or that exceeds its limit, fails here and is refunded; its worker loses the lease.
 */
export async function reserveMeasured(deps: JobDeps, lease: Lease, measured: Measured): Promise<void> {
  await failIfRefused(deps, lease, async () => {
    await deps.db.transaction().execute(async (tx) => {
      const job = await lockUnfinished(tx, lease.jobId, { token: lease.token });
      if (!job) throw new LeaseLost();
      const kind = deps.kinds.get(job.kind);
      requireMeasured(kind, measured);
      await coverMeasured({ tx, clock: deps.clock, kind }, job, measured);
    });
  });
}

/** Fails the job if the balance or its limit is exceeded, so that nothing unpaid is ever delivered. */
export async function failIfRefused(deps: JobDeps, lease: Lease, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const refused = error instanceof MeasuredTooMuch || isPaymentRequired(error);
    if (!refused) throw error;
    const text = `${error.public} Nothing was charged.`;
    await failJob(deps, lease, { error: text, errorCode: error.code, final: true });
    throw new LeaseLost();
  }
}

function isPaymentRequired(error: unknown): error is DomainError {
  return error instanceof DomainError && error.kind === 'payment_required';
}

/** Reserves what the measured quantities lack and returns all charges. The caller must hold the row lock. */
export async function coverMeasured(
  { tx, clock, kind }: { tx: Tx; clock: Clock; kind: JobKind },
  job: JobRow,
  measured: Measured,
): Promise<JobCharge[]> {
  const charges = await listCharges(tx, job.id);
  for (const [unit, own] of Map.groupBy(charges, (charge) => charge.unit)) {
    const [first] = own;
    const rule = kind.measured[unit];
    if (!first || !rule) continue;
    const quantity = billableQuantity(measured[unit] ?? 0);
    const max = Math.min(rule.max, first.maxQuantity ?? rule.max);
    if (quantity > max) throw new MeasuredTooMuch(unit, quantity, max);
    const lacking = quantity - own.reduce((sum, charge) => sum + charge.quantity, 0);
    // Otherwise settlement is capped at the reservation.
    if (lacking > 0 && rule.mayExceedReservation)
      charges.push(await addCharge({ tx, clock }, job, first, lacking));
  }
  return charges;
}

async function addCharge(
  { tx, clock }: { tx: Tx; clock: Clock },
  { id: jobId, account_id: accountId, request_id: requestId }: JobRow,
  { unit, plan, credentialId, ephemeralKeyId, model, maxQuantity }: JobCharge,
  quantity: number,
): Promise<JobCharge> {
  const credits = quantity * CREDITS_PER_UNIT[unit];
  const payer = { credentialId, ephemeralKeyId: ephemeralKeyId ?? undefined };
  const request = { ...payer, unit, quantity, credits, requestId, deadlineMs: RESERVATION_MS };
  const [reserved] = await reserveAll({ db: tx, clock }, { accountId, plan }, [
    { ...request, ...(model !== null && { model }) },
  ]);
  if (!reserved) throw new Error('a charge was not reserved');
  const { chargeId } = reserved;
  await insertCharge(tx, jobId, { unit, chargeId, credits, maxQuantity });
  return { unit, chargeId, credits, quantity, maxQuantity, plan, credentialId, ephemeralKeyId, model };
}
