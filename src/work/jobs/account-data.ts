import { type Db, sql } from '../../platform/database/index.ts';
import { deletePrefix, type Storage } from '../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { cancelJob } from './cancel-job.ts';
import { showDetails } from './details.ts';
import type { JobDeps } from './end-job.ts';
import { JobFinished, JobNotFound } from './errors.ts';
import { cancelInternalJob } from './internal-jobs.ts';
import { isFinished, type JobRow, outputKey } from './job.ts';
import { listJobs } from './queries/read.ts';

/** Until then, a worker that lost its lease may still be uploading. */
const SETTLED_AFTER_MS = 15 * 60_000;

export function jobData(deps: JobDeps & { storage: Storage }): AccountData {
  const { db, storage } = deps;
  const allJobs = (accountId: string) =>
    allPages((before) => listJobs(db, accountId, { limit: EXPORT_PAGE - 1, before }));
  const withInternal = (accountId: string) =>
    allPages((before) => listJobs(db, accountId, { limit: EXPORT_PAGE - 1, before, withInternal: true }));

  return {
    async *entries(accountId) {
      yield jsonLines('jobs.jsonl', async function* () {
        for await (const { details, ...job } of allJobs(accountId))
          yield {
            ...job,
            ...showDetails(deps.kinds.details, details),
            request: await findRequest(db, job.id),
          };
      });
      for await (const job of allJobs(accountId)) {
        const { outputs } = deps.kinds.get(job.kind);
        for (const { name } of job.outputs ?? []) {
          if (outputs[name]?.path === null) continue;
          const open = async () => (await storage.get(keyOf(job, name)))?.body ?? null;
          yield { path: `jobs/${job.id}/${name}`, open };
        }
      }
    },

    async erase(accountId) {
      const settledBefore = new Date(deps.clock.now().getTime() - SETTLED_AFTER_MS);
      for await (const job of withInternal(accountId)) {
        if (!isFinished(job)) await cancel(deps, accountId, job.id);
        await stripJob(db, job.id);
        await deletePrefix(storage, `jobs/${job.id}/`);
        if (job.finished_at && job.finished_at < settledBefore) await deleteJob(db, job.id);
      }
      await deleteRest(db, accountId);
    },
  };
}

function keyOf(job: JobRow, name: string): string {
  return outputKey({ jobId: job.id, token: job.outputs_of ?? '' }, name);
}

async function cancel(deps: JobDeps, accountId: string, jobId: string): Promise<void> {
  try {
    await cancelInternalJob(deps, jobId);
    await cancelJob(deps, accountId, jobId);
  } catch (error) {
    if (!(error instanceof JobFinished || error instanceof JobNotFound)) throw error;
  }
}

async function findRequest(db: Db, jobId: string): Promise<unknown> {
  const { rows } = await sql<{ request: unknown }>`SELECT request FROM jobs WHERE id = ${jobId}`.execute(db);
  return rows[0]?.request;
}

/** Keeps the row, which later cleanups need to find objects that a worker is still uploading. */
async function stripJob(db: Db, jobId: string): Promise<void> {
  await sql`
    UPDATE jobs SET request = '{}'::jsonb, details = '{}'::jsonb, outputs = NULL, error = NULL, webhook_url = NULL
    WHERE id = ${jobId}`.execute(db);
}

async function deleteJob(db: Db, jobId: string): Promise<void> {
  await sql`DELETE FROM jobs WHERE id = ${jobId}`.execute(db);
}

async function deleteRest(db: Db, accountId: string): Promise<void> {
  await sql`
    DELETE FROM batches b WHERE account_id = ${accountId}::uuid
      AND NOT EXISTS (SELECT FROM jobs WHERE batch_id = b.id)`.execute(db);
  await sql`DELETE FROM job_turns WHERE account_id = ${accountId}::uuid`.execute(db);
}
