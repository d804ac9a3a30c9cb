import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/index.ts';
import { uuidOf } from '../../platform/ids.ts';
import type { Output } from '../provenance/index.ts';
import type { JobOutput, Lease } from './job.ts';
import type { JobKind, JobKinds, OutputKind } from './kinds.ts';
import { listCharges } from './queries/finish.ts';
import { listInputs } from './queries/lease.ts';

/** Whether it is sound or film for a customer. Pictures and captions accompany one. */
export function isMedia({ path, contentType }: Pick<OutputKind, 'path' | 'contentType'>): boolean {
  return path === 'output' && /^(audio|video)\//u.test(contentType);
}

export function mediaOf(kind: JobKind, outputs: readonly JobOutput[]): JobOutput[] {
  return outputs.filter(({ name }) => {
    const declared = kind.outputs[name];
    return declared !== undefined && isMedia(declared);
  });
}

/** The id of an output in the registry of what was made. The token decides, as for its key, but cannot be told from it. */
export function provenanceIdOf({ jobId, token }: Lease, name: string): string {
  return uuidOf(createHash('sha256').update(`${jobId}/${token}/${name}`).digest());
}

/** What the manifest of an output says. Every picture, film or sound that a customer brought counts as part of it. */
export async function describeOutput(
  { db, kinds }: { db: Db; kinds: JobKinds },
  lease: Lease,
  name: string,
  job: { kind: string; request: unknown; account_id: string },
): Promise<Output> {
  const kind = kinds.get(job.kind);
  const request = Object(job.request) as object;
  const charges = await listCharges(db, lease.jobId);
  const inputs = await listInputs(db, lease.jobId);
  const made = kind.madeWith?.(request) ?? { models: [], voiceIds: [], sounds: true };
  const models = [...charges.flatMap(({ model }) => model ?? []), ...made.models];
  return {
    id: provenanceIdOf(lease, name),
    accountId: job.account_id,
    jobId: lease.jobId,
    kind: job.kind,
    contentType: kind.outputs[name]?.contentType ?? '',
    models: [...new Set(models)],
    voiceIds: made.voiceIds,
    sounds: made.sounds,
    inputs: inputs.filter(({ contentType }) => /^(audio|video|image)\//u.test(contentType)),
  };
}
