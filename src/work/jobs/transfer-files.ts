import type { Db } from '../../platform/database/index.ts';
import type { Body, Storage, StoredObject } from '../../platform/storage/index.ts';
import { InputNotFound, LeaseLost } from './errors.ts';
import { type JobOutput, type Lease, outputKey } from './job.ts';
import { holdsLease, listInputs } from './queries/lease.ts';

type Deps = { db: Db; storage: Storage };

/** For whoever holds the job. */
export async function openJobInput(deps: Deps, lease: Lease, name: string): Promise<StoredObject> {
  await requireLease(deps.db, lease);
  const input = (await listInputs(deps.db, lease.jobId)).find((one) => one.name === name);
  const stored = input && (await deps.storage.get(input.objectKey));
  if (!stored) throw new InputNotFound();
  return stored;
}

/** Nobody sees it before the job is completed under this very lease. */
export async function putJobOutput(deps: Deps, lease: Lease, output: JobOutput, body: Body): Promise<void> {
  await requireLease(deps.db, lease);
  await deps.storage.put(outputKey(lease, output.name), body, { contentType: output.contentType });
}

async function requireLease(db: Db, lease: Lease): Promise<void> {
  if (!(await holdsLease(db, lease))) throw new LeaseLost();
}
