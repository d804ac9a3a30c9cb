import { type Db, sql } from '../../../platform/database/index.ts';
import type { ObjectColumn } from '../../../platform/storage/index.ts';
import type { JobRow } from '../job.ts';
import type { JobKinds } from '../kinds.ts';
import { JOB_COLUMNS } from './read.ts';

/** What other slices adopt is theirs, and nobody waits for the result of an internal job any more. */
export function jobObjects(kinds: JobKinds): readonly ObjectColumn[] {
  const adopted = kinds.all.flatMap(({ name: kind, outputs }) =>
    Object.entries(outputs).flatMap(([name, output]) => (output.keptAs ? [`${kind}/${name}`] : [])),
  );
  const keys = sql`
    SELECT 'jobs/' || id || '/' || outputs_of || '/' || (output ->> 'name')
    FROM jobs CROSS JOIN LATERAL jsonb_array_elements(outputs) AS output
    WHERE outputs_of IS NOT NULL AND expires_at IS NULL
      AND kind || '/' || (output ->> 'name') NOT IN (${sql.join(adopted.map((one) => sql.lit(one)))})`;
  return [
    { table: 'job_inputs', column: 'object_key' },
    { table: 'job_checkpoints', column: 'file_key' },
    { keys },
  ];
}

// These queries run across tenants, for sweeps that run on every node.

/** Locks one job whose lease has expired. A heartbeat that arrives first keeps its job. */
export async function lockExpired(db: Db, now: Date): Promise<JobRow | undefined> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs WHERE status = 'processing' AND lease_until <= ${now}::timestamptz
    ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(db);
  return result.rows[0];
}

/** Locks one job that was queued before the given time. */
export async function lockStale(db: Db, createdBefore: Date): Promise<JobRow | undefined> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs WHERE status = 'queued' AND created_at < ${createdBefore}::timestamptz
    ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(db);
  return result.rows[0];
}

/** Locks one internal job that nobody waits for any more. */
export async function lockAbandoned(db: Db, now: Date): Promise<JobRow | undefined> {
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs WHERE expires_at <= ${now}::timestamptz AND status IN ('queued', 'processing')
    ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED
  `.execute(db);
  return result.rows[0];
}

/** Safe against concurrent inserts: an account that enqueues resets its turn, which then no longer matches. */
export async function dropIdleTurns(db: Db, servedBefore: Date): Promise<void> {
  await sql`
    DELETE FROM job_turns turn WHERE GREATEST(served_at, internal_served_at) < ${servedBefore}::timestamptz AND NOT EXISTS (
      SELECT FROM jobs WHERE jobs.account_id = turn.account_id AND status IN ('queued', 'processing'))
  `.execute(db);
}

export type DueCleanup = {
  id: string;
  finished_at: Date;
  outputs_of: string | null;
  upload_keys: string[];
  internal: boolean;
};

/** Claims one batch until `until`. If this node dies, another repeats the batch after that. */
export async function claimCleanups(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueCleanup[]> {
  const result = await sql<DueCleanup>`
    UPDATE jobs SET cleanup_at = ${until}::timestamptz
    WHERE id IN (
      SELECT id FROM jobs WHERE cleanup_at <= ${now}::timestamptz
      ORDER BY cleanup_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, finished_at, outputs_of, expires_at IS NOT NULL AS internal, ARRAY(
      SELECT object_key FROM job_inputs WHERE job_id = jobs.id AND NOT kept) AS upload_keys
  `.execute(db);
  return result.rows;
}

/** Call after deleting the objects. Deletes internal jobs. Of others, clears uploads and expired outputs, and schedules the expiry of the rest. */
export async function finishCleanups(
  db: Db,
  jobIds: readonly string[],
  { expiredBefore, keptMs }: { expiredBefore: Date; keptMs: number },
): Promise<void> {
  await sql`
    WITH input AS (
      DELETE FROM job_inputs WHERE job_id = ANY (${[...jobIds]}::text[]) AND NOT kept
    ), internal AS (
      DELETE FROM jobs WHERE id = ANY (${[...jobIds]}::text[]) AND expires_at IS NOT NULL
    )
    UPDATE jobs SET
      outputs = CASE WHEN finished_at < ${expiredBefore}::timestamptz THEN NULL ELSE outputs END,
      cleanup_at = CASE WHEN finished_at < ${expiredBefore}::timestamptz THEN NULL
        ELSE finished_at + make_interval(secs => ${keptMs / 1_000}::float8) END
    WHERE id = ANY (${[...jobIds]}::text[]) AND expires_at IS NULL
  `.execute(db);
}
