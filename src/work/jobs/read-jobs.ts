import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { ByteRange, Storage, StoredObject } from '../../platform/storage/index.ts';
import { JobNotFound, OutputGone, OutputNotReady } from './errors.ts';
import { type JobRow, type OutputName, outputKey } from './job.ts';
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
  deps: { db: Db; storage: Storage },
  accountId: string,
  jobId: string,
  /** The first that the job has. */
  names: readonly OutputName[],
): Promise<{ name: OutputName; open(range: ByteRange | undefined): Promise<StoredObject> }> {
  const job = await readJob(deps.db, accountId, jobId);
  if (job.status !== 'completed' || job.outputs_of === null) throw new OutputNotReady(job.status);
  const name = names.find((wanted) => job.outputs?.some((output) => output.name === wanted));
  if (!name) throw new OutputGone();
  const key = outputKey({ jobId, token: job.outputs_of }, name);
  const open = async (range: ByteRange | undefined) => {
    const stored = await deps.storage.get(key, range && { range });
    if (!stored) throw new OutputGone();
    return stored;
  };
  return { name, open };
}
