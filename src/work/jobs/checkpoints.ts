import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Body, Storage, StoredObject } from '../../platform/storage/index.ts';
import { boundedBody } from './bounded-body.ts';
import { InputNotFound, LeaseLost, ResultRefused } from './errors.ts';
import type { Lease } from './job.ts';
import type { JobKinds } from './kinds.ts';
import { LEASE_MS } from './lease-job.ts';
import { findCheckpointFile, writeCheckpoint } from './queries/checkpoints.ts';
import { findLeased } from './queries/lease.ts';

type Deps = { db: Db; clock: Clock };
type FileDeps = { db: Db; storage: Storage };

/** An attempt saves this, so that a later one goes on from there. */
export type Checkpoint = {
  data: object;
  /** Name of a file that was uploaded before. Absent: the file of the checkpoint before stays. */
  file?: string | undefined;
};

/** Apart from the outputs, so that the sweep deletes them when the job has ended. The lease keeps two workers apart. */
function fileKey({ jobId, token }: Lease, name: string): string {
  return `jobs/${jobId}/checkpoints/${token}/${name}`;
}

/** Replaces what was saved before. The attempts so far got somewhere, so they no longer count. */
export async function saveCheckpoint(deps: Deps, lease: Lease, { data, file }: Checkpoint): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const fileAt = file === undefined ? null : fileKey(lease, file);
  if (!(await writeCheckpoint(deps.db, { ...lease, data, fileKey: fileAt, now, until })))
    throw new LeaseLost();
}

/** Belongs to no checkpoint until one names it. A name is used once, so that a saved file is never overwritten. */
export async function putCheckpointFile(
  deps: FileDeps & { kinds: JobKinds },
  lease: Lease,
  name: string,
  body: Body,
): Promise<void> {
  const job = await findLeased(deps.db, lease);
  if (!job) throw new LeaseLost();
  const maxBytes = deps.kinds.get(job.kind).maxCheckpointBytes?.(job.request);
  if (maxBytes === undefined) throw new ResultRefused(`A checkpoint of a ${job.kind} job has no file.`);
  const contentType = 'application/octet-stream';
  await deps.storage.put(fileKey(lease, name), boundedBody(body, maxBytes, name), { contentType });
}

/** Only the worker that holds the lease may read it. */
export async function openCheckpointFile(deps: FileDeps, lease: Lease): Promise<StoredObject> {
  if (!(await findLeased(deps.db, lease))) throw new LeaseLost();
  const key = await findCheckpointFile(deps.db, lease.jobId);
  const stored = key === null ? undefined : await deps.storage.get(key);
  if (!stored) throw new InputNotFound();
  return stored;
}
