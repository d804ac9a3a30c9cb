import { type Db, sql } from '../../../platform/database/index.ts';
import type { Lease } from '../job.ts';

/** False when the job is no longer this worker's. */
export async function writeCheckpoint(
  db: Db,
  saved: Lease & { data: object; fileKey: string | null; now: Date; until: Date },
): Promise<boolean> {
  const result = await sql`
    WITH held AS (
      UPDATE jobs SET lease_until = ${saved.until}::timestamptz, attempts = 1
      WHERE id = ${saved.jobId} AND lease_token = ${saved.token}::uuid
      RETURNING id
    )
    INSERT INTO job_checkpoints (job_id, data, file_key, saved_at)
    SELECT id, ${JSON.stringify(saved.data)}::jsonb, ${saved.fileKey}, ${saved.now}::timestamptz FROM held
    ON CONFLICT (job_id) DO UPDATE SET data = EXCLUDED.data, saved_at = EXCLUDED.saved_at,
      file_key = COALESCE(EXCLUDED.file_key, job_checkpoints.file_key)
    RETURNING job_id
  `.execute(db);
  return result.rows.length > 0;
}

export async function findCheckpointFile(db: Db, jobId: string): Promise<string | null> {
  const result = await sql<{ file_key: string | null }>`
    SELECT file_key FROM job_checkpoints WHERE job_id = ${jobId}
  `.execute(db);
  return result.rows[0]?.file_key ?? null;
}
