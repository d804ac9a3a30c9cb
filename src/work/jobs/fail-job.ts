import type { Tx } from '../../platform/database/index.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { LeaseLost } from './errors.ts';
import type { JobRow, Lease } from './job.ts';
import { lockUnfinished } from './queries/finish.ts';
import { requeueJob } from './queries/lease.ts';

const MAX_ATTEMPTS = 3;
const FIRST_RETRY_MS = 2_000;

export type Failure = {
  /** Shown to the customer. */
  error: string;
  errorCode: string;
  /** True if the request or its files are at fault, so that a retry would fail the same way. */
  final: boolean;
};

/** Schedules a retry with backoff. After the last attempt, fails the job and releases its charges. */
export async function failJob(deps: JobDeps, lease: Lease, failure: Failure): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const job = await lockUnfinished(tx, lease.jobId, { token: lease.token });
    if (!job) throw new LeaseLost();
    await failLocked(deps, tx, job, failure);
  });
}

/** The caller must hold the row lock of a job in processing. */
export async function failLocked(deps: JobDeps, tx: Tx, job: JobRow, failure: Failure): Promise<void> {
  const { error, errorCode, final } = failure;
  if (final || job.attempts >= (deps.kinds.get(job.kind).maxAttempts ?? MAX_ATTEMPTS)) {
    await endUnpaid(deps, tx, job, { status: 'failed', error, errorCode });
    return;
  }
  const notBefore = new Date(deps.clock.now().getTime() + FIRST_RETRY_MS * 2 ** (job.attempts - 1));
  await requeueJob(tx, { jobId: job.id, token: job.lease_token, notBefore, countAttempt: true });
}
