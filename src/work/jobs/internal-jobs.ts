import type { Db } from '../../platform/database/index.ts';
import { deletePrefix, type Storage, type StoredObject } from '../../platform/storage/index.ts';
import { createJob } from './create-job.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { JobNotFound } from './errors.ts';
import { type JobInput, outputKey } from './job.ts';
import {
  accountOfJob,
  type InternalJob,
  lockInternal,
  lockInternalJobsOf,
  selectInternal,
  stripInternal,
} from './queries/internal.ts';

// A job that a caller waits for while it holds a request of a customer open, such as a sentence that a worker speaks.
// Customers neither see it nor pay for it: the request that waits has its own charge.

export type { InternalJob };

type NewInternalJob = {
  /** Whose turn it takes. */
  onBehalfOf: { accountId: string } | { jobId: string };
  kind: string;
  request: object;
  needs: readonly string[];
  inputs: readonly JobInput[];
  /** Nobody waits longer. */
  expiresAt: Date;
  /** An account may have this many unfinished ones, over all nodes. */
  mostUnfinished: number;
};

/** Null when the account has too many already. */
export async function createInternalJob(
  deps: JobDeps,
  { onBehalfOf, mostUnfinished, ...job }: NewInternalJob,
): Promise<string | null> {
  return deps.db.transaction().execute(async (tx) => {
    const accountId =
      'accountId' in onBehalfOf ? onBehalfOf.accountId : await accountOfJob(tx, onBehalfOf.jobId);
    if (accountId === undefined) throw new JobNotFound();
    if ((await lockInternalJobsOf(tx, accountId, job.kind)) >= mostUnfinished) return null;
    const created = await createJob(deps, tx, { ...job, accountId, charges: [], requestId: 'internal' });
    return created.jobId;
  });
}

export function readInternalJob(db: Db, jobId: string): Promise<InternalJob | undefined> {
  return selectInternal(db, jobId);
}

/** The worker that holds it finds out at its next call. Does nothing when the job has ended. */
export async function cancelInternalJob(deps: JobDeps, jobId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const job = await lockInternal(tx, jobId);
    if (job) await endUnpaid(deps, tx, job, { status: 'canceled' });
  });
}

/** Opens an output of a completed job. Null if the worker did not upload it. */
export async function openInternalOutput(
  storage: Storage,
  { id: jobId, outputs, outputs_of: token }: InternalJob,
  name: string,
): Promise<StoredObject | null> {
  if (token === null || !outputs?.some((output) => output.name === name)) return null;
  return storage.get(outputKey({ jobId, token }, name));
}

/**
 * Deletes what an ended job contains of the customer. The row stays until the sweep has looked for files that a worker
 * may still be uploading.
 */
export async function forgetInternalJob(
  { db, storage }: { db: Db; storage: Storage },
  jobId: string,
): Promise<void> {
  await stripInternal(db, jobId);
  await deletePrefix(storage, `jobs/${jobId}/`);
}
