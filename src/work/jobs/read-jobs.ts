import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { ByteRange, Storage, StoredObject } from '../../platform/storage/index.ts';
import { JobNotFound, OutputGone, OutputNotReady } from './errors.ts';
import { type JobRow, outputKey } from './job.ts';
import type { JobKinds, OutputKind, OutputPath } from './kinds.ts';
import { findJob, type JobFilter, listJobs } from './queries/read.ts';

export async function readJob(db: Db, accountId: string, jobId: string): Promise<JobRow> {
  const job = await findJob(db, accountId, jobId);
  if (!job) throw new JobNotFound();
  return job;
}

export async function readJobPage(
  db: Db,
  accountId: string,
  { limit, cursor, ...filter }: Page & JobFilter,
): Promise<{ jobs: JobRow[]; nextCursor: string | null }> {
  const rows = await listJobs(db, accountId, { ...filter, limit, before: idFromCursor(cursor, 'job') });
  return { jobs: rows.slice(0, limit), nextCursor: cursorAfter(rows, limit) };
}

export async function openOutput(
  deps: { db: Db; storage: Storage; kinds: JobKinds },
  accountId: string,
  jobId: string,
  path: OutputPath,
): Promise<OutputKind & { open(range: ByteRange | undefined): Promise<StoredObject> }> {
  const job = await readJob(deps.db, accountId, jobId);
  if (job.status !== 'completed' || job.outputs_of === null) throw new OutputNotReady(job.status);
  const { outputs } = deps.kinds.get(job.kind);
  const name = job.outputs?.find((output) => outputs[output.name]?.path === path)?.name;
  const kind = name === undefined ? undefined : outputs[name];
  if (name === undefined || !kind) throw new OutputGone();
  const key = outputKey({ jobId, token: job.outputs_of }, name);
  const open = async (range: ByteRange | undefined) => {
    const stored = await deps.storage.get(key, range && { range });
    if (!stored) throw new OutputGone();
    return stored;
  };
  return { ...kind, open };
}
