import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { BatchNotFound } from './errors.ts';
import type { JobRow } from './job.ts';
import { type BatchMetrics, batchMetrics } from './metrics.ts';
import { type BatchRow, findBatch, listBatches, lockUnfinished } from './queries/finish.ts';
import { listBatchJobs } from './queries/read.ts';

export type BatchSummary = { id: string; metrics: BatchMetrics; createdAt: Date; finishedAt: Date | null };
export type BatchState = BatchSummary & { jobs: JobRow[] };

export async function readBatch(db: Db, accountId: string, batchId: string): Promise<BatchState> {
  const batch = await findBatch(db, accountId, batchId);
  if (!batch) throw new BatchNotFound();
  return { ...summaryOf(batch), jobs: await listBatchJobs(db, accountId, batchId) };
}

export async function readBatchPage(
  db: Db,
  accountId: string,
  { limit, cursor }: Page,
): Promise<{ batches: BatchSummary[]; nextCursor: string | null }> {
  const rows = await listBatches(db, accountId, { limit, before: idFromCursor(cursor, 'batch') });
  return { batches: rows.slice(0, limit).map(summaryOf), nextCursor: cursorAfter(rows, limit) };
}

/**
 * Cancels queued jobs and releases their credits; jobs that a worker holds continue. Each job ends in its own transaction:
 * hundreds in one would block the embedded database. If the call is interrupted, repeating it cancels the rest.
 */
export async function cancelBatch(deps: JobDeps, accountId: string, batchId: string): Promise<BatchState> {
  const { jobs } = await readBatch(deps.db, accountId, batchId);
  for (const { id } of jobs.filter(({ status }) => status === 'queued')) {
    await deps.db.transaction().execute(async (tx) => {
      const job = await lockUnfinished(tx, id, { accountId });
      if (job?.status === 'queued') await endUnpaid(deps, tx, job, { status: 'canceled' });
    });
  }
  return readBatch(deps.db, accountId, batchId);
}

function summaryOf(batch: BatchRow): BatchSummary {
  const { id, created_at: createdAt, finished_at: finishedAt } = batch;
  return { id, metrics: batchMetrics(batch), createdAt, finishedAt };
}
