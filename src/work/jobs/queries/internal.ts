import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { JobRow } from '../job.ts';
import { JOB_COLUMNS } from './read.ts';

/** Across tenants: the caller that waits for the job knows its id. */
export type InternalJob = Pick<
  JobRow,
  'id' | 'status' | 'outputs' | 'outputs_of' | 'error' | 'error_code' | 'created_at'
> & { expires_at: Date; lease_until: Date | null };

export async function selectInternal(db: Db, jobId: string): Promise<InternalJob | undefined> {
  const result = await sql<InternalJob>`
    SELECT id, status, outputs, outputs_of, error, error_code, created_at, expires_at, lease_until FROM jobs
    WHERE id = ${jobId} AND expires_at IS NOT NULL
  `.execute(db);
  return result.rows[0];
}

export async function accountOfJob(db: Db, jobId: string): Promise<string | undefined> {
  const result = await sql<{ account_id: string }>`
    SELECT account_id FROM jobs WHERE id = ${jobId}
  `.execute(db);
  return result.rows[0]?.account_id;
}

/** Counts the unfinished ones. Until the transaction ends, nobody else creates any for the account. */
export async function lockInternalJobsOf(tx: Tx, accountId: string, kind: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} ${accountId}`}, 0))`.execute(tx);
  const result = await sql<{ unfinished: number }>`
    SELECT count(*) AS unfinished FROM jobs
    WHERE account_id = ${accountId}::uuid AND kind = ${kind} AND expires_at IS NOT NULL
      AND status IN ('queued', 'processing')
  `.execute(tx);
  return Number(result.rows[0]?.unfinished ?? 0);
}

export async function lockInternal(tx: Tx, jobId: string): Promise<JobRow | undefined> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs
    WHERE id = ${jobId} AND expires_at IS NOT NULL AND status IN ('queued', 'processing') FOR UPDATE
  `.execute(tx);
  return result.rows[0];
}

export async function stripInternal(db: Db, jobId: string): Promise<void> {
  await sql`
    WITH forgotten AS (
      UPDATE jobs SET request = '{}'::jsonb, details = '{}'::jsonb, outputs = NULL, error = NULL
      WHERE id = ${jobId} AND expires_at IS NOT NULL RETURNING id
    )
    DELETE FROM job_inputs USING forgotten WHERE job_id = forgotten.id AND NOT kept
  `.execute(db);
}
