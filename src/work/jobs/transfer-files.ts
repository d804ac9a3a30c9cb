import type { Db } from '../../platform/database/index.ts';
import {
  type Body,
  type ObjectDeps,
  putTracked,
  type Storage,
  type StoredObject,
} from '../../platform/storage/index.ts';
import type { Provenance } from '../provenance/index.ts';
import { boundedBody } from './bounded-body.ts';
import { requireOutput } from './check-result.ts';
import { describeOutput, isMedia } from './describe-output.ts';
import { InputNotFound, LeaseLost } from './errors.ts';
import type { JobOutput, Lease } from './job.ts';
import { type JobKinds, storedAt } from './kinds.ts';
import { findLeased, listInputs } from './queries/lease.ts';

/** Signs what customers get. */
export type OutputDeps = { provenance: Pick<Provenance, 'storeOutput'> };

type Deps = { db: Db; storage: Storage; kinds: JobKinds };

/** Identifies the content: a key is never used for two objects. */
export function versionOf(objectKey: string): string {
  return objectKey.slice(objectKey.lastIndexOf('/') + 1);
}

/** Only the worker that holds the lease may read it. */
export async function openJobInput(
  deps: Omit<Deps, 'kinds'>,
  lease: Lease,
  name: string,
): Promise<StoredObject & { etag: string }> {
  if (!(await findLeased(deps.db, lease))) throw new LeaseLost();
  const input = (await listInputs(deps.db, lease.jobId)).find((one) => one.name === name);
  const stored = input && (await deps.storage.get(input.objectKey));
  if (!stored) throw new InputNotFound();
  return { ...stored, etag: `"${versionOf(input.objectKey)}"` };
}

/** What a voice of the job speaks through. Customers' texts cannot name one: in JSON their quotation marks are escaped. */
export async function openVoiceAdaptation(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  lease: Lease,
  key: string,
): Promise<StoredObject> {
  const job = await findLeased(db, lease);
  if (!job) throw new LeaseLost();
  const isNamed = JSON.stringify(job.request).includes(`"adaptationKey":${JSON.stringify(key)}`);
  const stored = isNamed && (await storage.get(key));
  if (!stored) throw new InputNotFound();
  return stored;
}

/**
 * The file is not visible until the job completes under this lease. What customers see or hear is signed first: an unsigned file
 * is never stored where it could be served from.
 */
export async function putJobOutput(
  deps: ObjectDeps & Deps & OutputDeps,
  lease: Lease,
  output: JobOutput,
  body: Body,
): Promise<void> {
  const job = await findLeased(deps.db, lease);
  if (!job) throw new LeaseLost();
  const kind = deps.kinds.get(job.kind);
  const declared = requireOutput(kind, output);
  const { contentType, maxBytes, keptAs } = declared;
  const bounded = boundedBody(body, maxBytes(job.request), output.name);
  const key = storedAt(kind, lease, output.name);
  if (keptAs) await putTracked(deps, key, bounded, { contentType });
  else if (isMedia(declared))
    await deps.provenance.storeOutput(await describeOutput(deps, lease, output.name, job), bounded, key);
  else await deps.storage.put(key, bounded, { contentType });
}
