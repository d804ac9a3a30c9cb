import type { Db } from '../../platform/database/index.ts';
import type { Body, Storage, StoredObject } from '../../platform/storage/index.ts';
import { InputNotFound } from './errors.ts';
import { type JobOutput, type Lease, outputKey } from './job.ts';
import { readLeasedRequest } from './lease-job.ts';
import { listInputs } from './queries/lease.ts';

type Deps = { db: Db; storage: Storage };

/** For whoever holds the job. */
export async function openJobInput(deps: Deps, lease: Lease, name: string): Promise<StoredObject> {
  await readLeasedRequest(deps, lease);
  const input = (await listInputs(deps.db, lease.jobId)).find((one) => one.name === name);
  const stored = input && (await deps.storage.get(input.objectKey));
  if (!stored) throw new InputNotFound();
  return stored;
}

/** Nobody sees it before the job is completed under this very lease. */
export async function putJobOutput(deps: Deps, lease: Lease, output: JobOutput, body: Body): Promise<void> {
  await readLeasedRequest(deps, lease);
  await deps.storage.put(outputKey(lease, output.name), body, { contentType: output.contentType });
}
