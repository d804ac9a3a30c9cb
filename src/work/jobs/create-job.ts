import { type Reservation, reserveAll } from '../../money/ledger/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { type JobDetails, readDetails, traceDetails } from './details.ts';
import { announceEnds, endBatchIfLast, type JobDeps } from './end-job.ts';
import type { NewJob } from './job.ts';
import { insertBatch, insertJobs } from './queries/create.ts';

/** A job that waits longer fails. Its reservation lasts longer still, so that the ledger never expires one in use. */
export const MAX_WAIT_MS = 24 * 3_600_000;
export const RESERVATION_MS = 2 * MAX_WAIT_MS;

export type CreatedJob = { jobId: string; credits: number };

/** Reserves all charges and enqueues the job, or throws a 402. The caller's transaction makes it atomic. */
export async function createJob(deps: JobDeps, tx: Tx, job: NewJob): Promise<CreatedJob> {
  const [created] = await createJobs(deps, tx, job.accountId, [job]);
  if (!created) throw new Error('the job was not created');
  return created;
}

/** Creates any number of jobs in two statements. One by one, a large batch would block the embedded database. */
export async function createJobs(
  deps: JobDeps,
  tx: Tx,
  accountId: string,
  jobs: readonly Omit<NewJob, 'accountId'>[],
): Promise<CreatedJob[]> {
  const payable = jobs.map((job) => (job.refusal ? { ...job, charges: [] } : job));
  const requests = payable.flatMap((job) =>
    job.charges.map((charge) => ({ ...charge, requestId: job.requestId, deadlineMs: RESERVATION_MS })),
  );
  const plan = requests[0]?.plan;
  const reserved =
    plan === undefined ? [] : await reserveAll({ ...deps, db: tx }, { accountId, plan }, requests);
  const charges = reserved.values();
  const rows = payable.map((job) => {
    const own = job.charges.map(({ unit, maxQuantity = null }) => ({
      unit,
      maxQuantity,
      ...taken(charges),
    }));
    const credits = own.reduce((sum, charge) => sum + charge.credits, 0);
    const id = job.id ?? prefixedId('job');
    const shown = readDetails(deps.kinds.get(job.kind).details ?? [], job.request);
    const details = { ...shown, ...traceDetails() };
    return { ...job, id, needs: [job.kind, ...job.needs], details, credits, charges: own };
  });
  await insertJobs(tx, { accountId, now: deps.clock.now(), jobs: rows });
  await announceRefused(deps, tx, accountId, rows);
  return rows.map(({ id, credits }) => ({ jobId: id, credits }));
}

type RefusableJob = Pick<NewJob, 'kind' | 'refusal' | 'webhookUrl' | 'batch'> & {
  id: string;
  details: JobDetails;
};

/** Runs in the transaction that creates the jobs, so that a crash cannot leave their failure unannounced. */
async function announceRefused(
  deps: JobDeps,
  tx: Tx,
  accountId: string,
  jobs: readonly RefusableJob[],
): Promise<void> {
  const refused = jobs.filter(({ refusal }) => refusal !== undefined);
  const refusedJobs = refused.map(({ id, kind, details, refusal, webhookUrl }) => ({
    id,
    account_id: accountId,
    kind,
    status: 'failed' as const,
    duration_seconds: null,
    error: refusal?.error ?? '',
    refunded_cents: 0,
    webhook_url: webhookUrl ?? null,
    details,
  }));
  await announceEnds(deps, tx, accountId, refusedJobs);
  for (const batchId of new Set(refused.flatMap(({ batch }) => batch?.id ?? [])))
    await endBatchIfLast(deps, tx, batchId);
}

function taken(charges: Iterator<Reservation>): { chargeId: string; credits: number } {
  const { value, done } = charges.next();
  if (done) throw new Error('a charge has no reservation');
  return { chargeId: value.chargeId, credits: value.credits };
}

export async function createBatch(
  deps: Pick<JobDeps, 'clock'>,
  tx: Tx,
  batch: { id: string; accountId: string; size: number; webhookUrl?: string | undefined },
): Promise<void> {
  await insertBatch(tx, { ...batch, now: deps.clock.now() });
}
