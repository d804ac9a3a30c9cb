import { reserveCredits } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import type { NewJob } from './job.ts';
import { insertBatch, insertJob } from './queries/create.ts';

/** A job that waited so long fails; its reservation outlives it, so that the sweeper never closes one in use. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;
const RESERVED_FOR_MS = 2 * LONGEST_WAIT_MS;

export type CreatedJob = { jobId: string; credits: number };

/** Reserves everything and enqueues, or throws a 402 having done nothing: the caller's transaction makes it one. */
export async function createJob(deps: { tx: Tx; clock: Clock }, job: NewJob): Promise<CreatedJob> {
  const { tx, clock } = deps;
  const { accountId, requestId } = job;
  const charges: { unit: string; chargeId: string; credits: number }[] = [];
  for (const order of job.orders) {
    const whole = { ...order, accountId, requestId, deadlineMs: RESERVED_FOR_MS };
    const { chargeId, credits } = await reserveCredits({ db: tx, clock }, whole);
    charges.push({ unit: order.unit, chargeId, credits });
  }
  const jobId = job.id ?? prefixedId('job');
  const credits = charges.reduce((sum, charge) => sum + charge.credits, 0);
  const needs = [job.kind, ...job.needs];
  await insertJob(tx, { ...job, id: jobId, needs, credits, charges, now: clock.now() });
  return { jobId, credits };
}

export async function createBatch(
  deps: { tx: Tx; clock: Clock },
  batch: { id: string; accountId: string; size: number; webhookUrl?: string | undefined },
): Promise<void> {
  await insertBatch(deps.tx, { ...batch, now: deps.clock.now() });
}
