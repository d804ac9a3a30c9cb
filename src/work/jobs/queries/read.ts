import { type Db, sql } from '../../../platform/database/index.ts';
import type { JobRow, JobStatus } from '../job.ts';

export const JOB_COLUMNS = sql`id, account_id, kind, status, stage, progress, version, attempts, lease_token, details,
  outputs_of, outputs, duration_seconds, width, height, credits, refunded_micros, refunded_cents, error, error_code, batch_id,
  request_id, webhook_url, created_at, started_at, finished_at`;

export async function findJob(db: Db, accountId: string, jobId: string): Promise<JobRow | undefined> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs WHERE id = ${jobId} AND account_id = ${accountId}::uuid AND expires_at IS NULL
  `.execute(db);
  return result.rows[0];
}

export async function findJobs(db: Db, accountId: string, jobIds: readonly string[]): Promise<JobRow[]> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs
    WHERE id = ANY (${[...jobIds]}::text[]) AND account_id = ${accountId}::uuid AND expires_at IS NULL
  `.execute(db);
  return result.rows;
}

/** Across tenants, for the worker that holds or held the job. */
export async function findLeasedJob(db: Db, jobId: string): Promise<JobRow | undefined> {
  const result = await sql<JobRow>`SELECT ${JOB_COLUMNS} FROM jobs WHERE id = ${jobId}`.execute(db);
  return result.rows[0];
}

export type JobFilter = {
  status?: JobStatus | undefined;
  kind?: string | undefined;
  /** The erasure of an account reads internal jobs too; customers never see them. */
  withInternal?: boolean;
};

/** Newest first, with one extra row when there is a next page. */
export async function listJobs(
  db: Db,
  accountId: string,
  { limit, before, status, kind, withInternal = false }: JobFilter & { limit: number; before: string | null },
): Promise<JobRow[]> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs
    WHERE account_id = ${accountId}::uuid AND (${before}::text IS NULL OR id < ${before}::text)
      AND (expires_at IS NULL OR ${withInternal}::boolean)
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::text)
      AND (${kind ?? null}::text IS NULL OR kind = ${kind ?? null}::text)
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}

export async function listBatchJobs(db: Db, accountId: string, batchId: string): Promise<JobRow[]> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs WHERE batch_id = ${batchId} AND account_id = ${accountId}::uuid ORDER BY batch_position
  `.execute(db);
  return result.rows;
}

/** Whether a queued or running job needs it: a worker may still download the file. */
export async function isAssetInUse(db: Db, assetId: string): Promise<boolean> {
  const result = await sql`
    SELECT FROM job_inputs JOIN jobs ON jobs.id = job_inputs.job_id
    WHERE asset_id = ${assetId} AND status IN ('queued', 'processing') LIMIT 1
  `.execute(db);
  return result.rows.length > 0;
}
