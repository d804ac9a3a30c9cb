import { type Reservation, reserveAll } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import type { NewJob } from './job.ts';
import { insertBatch, insertJobs } from './queries/create.ts';

/** A job that waited so long fails; its reservation outlives it, so that the sweeper never closes one in use. */
export const LONGEST_WAIT_MS = 24 * 3_600_000;
export const RESERVED_FOR_MS = 2 * LONGEST_WAIT_MS;

export type CreatedJob = { jobId: string; credits: number };

/** Reserves everything and enqueues, or throws a 402 having done nothing: the caller's transaction makes it one. */
export async function createJob(deps: { tx: Tx; clock: Clock }, job: NewJob): Promise<CreatedJob> {
  const [created] = await createJobs(deps, job.accountId, [job]);
  if (!created) throw new Error('the job was not created');
  return created;
}

/** As many as there are, in two statements: one by one, a large batch would keep the store from everybody else. */
export async function createJobs(
  { tx, clock }: { tx: Tx; clock: Clock },
  accountId: string,
  jobs: readonly Omit<NewJob, 'accountId'>[],
): Promise<CreatedJob[]> {
  const orders = jobs.flatMap((job) =>
    job.orders.map((order) => ({ ...order, requestId: job.requestId, deadlineMs: RESERVED_FOR_MS })),
  );
  const plan = orders[0]?.plan;
  const reserved = plan === undefined ? [] : await reserveAll({ db: tx, clock }, { accountId, plan }, orders);
  const charges = reserved.values();
  const rows = jobs.map((job) => {
    const own = job.orders.map(({ unit, maxQuantity = null }) => ({
      unit,
      maxQuantity,
      ...taken(charges),
    }));
    const credits = own.reduce((sum, charge) => sum + charge.credits, 0);
    return {
      ...job,
      id: job.id ?? prefixedId('job'),
      needs: [job.kind, ...job.needs],
      credits,
      charges: own,
    };
  });
  await insertJobs(tx, { accountId, now: clock.now(), jobs: rows });
  return rows.map(({ id, credits }) => ({ jobId: id, credits }));
}

function taken(charges: Iterator<Reservation>): { chargeId: string; credits: number } {
  const { value, done } = charges.next();
  if (done) throw new Error('an order has no reservation');
  return { chargeId: value.chargeId, credits: value.credits };
}

export async function createBatch(
  deps: { tx: Tx; clock: Clock },
  batch: { id: string; accountId: string; size: number; webhookUrl?: string | undefined },
): Promise<void> {
  await insertBatch(deps.tx, { ...batch, now: deps.clock.now() });
}
