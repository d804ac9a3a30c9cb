import { type Db, sql } from '../../../platform/database/index.ts';

export type EndedRow = { id: string; outputs_of: string | null; upload_keys: string[] };

/** Across tenants, for the sweeper. */
export async function selectToClean(db: Db, finishedBefore: Date, limit: number): Promise<EndedRow[]> {
  const result = await sql<EndedRow>`
    SELECT id, outputs_of, ARRAY(
      SELECT object_key FROM job_inputs WHERE job_id = jobs.id AND asset_id IS NULL) AS upload_keys
    FROM jobs WHERE finished_at < ${finishedBefore}::timestamptz AND cleaned_at IS NULL
    ORDER BY finished_at LIMIT ${limit}
  `.execute(db);
  return result.rows;
}

export async function markCleaned(db: Db, jobId: string, now: Date): Promise<void> {
  await sql`UPDATE jobs SET cleaned_at = ${now}::timestamptz WHERE id = ${jobId}`.execute(db);
}

/** Across tenants, for the sweeper. */
export async function selectToForget(db: Db, finishedBefore: Date, limit: number): Promise<{ id: string }[]> {
  const result = await sql<{ id: string }>`
    SELECT id FROM jobs
    WHERE outputs IS NOT NULL AND finished_at < ${finishedBefore}::timestamptz ORDER BY finished_at LIMIT ${limit}
  `.execute(db);
  return result.rows;
}

export async function forgetOutputs(db: Db, jobId: string): Promise<void> {
  await sql`UPDATE jobs SET outputs = NULL WHERE id = ${jobId}`.execute(db);
}
