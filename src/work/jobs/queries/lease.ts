import { type Db, sql } from '../../../platform/database/index.ts';
import { TRACEPARENT } from '../details.ts';
import type { JobInput, Lease } from '../job.ts';

export type LeasedRow = {
  id: string;
  kind: string;
  attempts: number;
  request: unknown;
  checkpoint: unknown;
  has_checkpoint_file: boolean;
  lease_until: Date;
  traceparent: string | null;
};

/** Takes no lock: if another worker is faster, `takeJob` returns nothing. */
export async function findNext(
  db: Db,
  { capabilities, besides, now }: { capabilities: readonly string[]; besides: readonly string[]; now: Date },
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    SELECT job.id FROM job_turns turn CROSS JOIN LATERAL (
      SELECT id FROM jobs
      WHERE account_id = turn.account_id AND status = 'queued' AND not_before <= ${now}::timestamptz
        AND needs <@ ${[...capabilities]}::text[] AND expires_at IS NULL
      ORDER BY id LIMIT 1
    ) job
    WHERE NOT EXISTS (
      SELECT FROM jobs held WHERE held.id = ANY(${[...besides]}::text[]) AND held.account_id = turn.account_id)
    ORDER BY turn.served_at NULLS FIRST, job.id LIMIT 1
  `.execute(db);
  return result.rows[0]?.id;
}

/** Internal jobs come first: somebody waits for each of them. An account has a few of them at most. */
export async function findNextInternal(
  db: Db,
  { capabilities, besides, now }: { capabilities: readonly string[]; besides: readonly string[]; now: Date },
): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    SELECT job.id FROM jobs job JOIN job_turns turn ON turn.account_id = job.account_id
    WHERE job.expires_at > ${now}::timestamptz AND job.status = 'queued' AND job.not_before <= ${now}::timestamptz
      AND job.needs <@ ${[...capabilities]}::text[] AND NOT EXISTS (
        SELECT FROM jobs held WHERE held.id = ANY(${[...besides]}::text[]) AND held.account_id = job.account_id)
    ORDER BY turn.internal_served_at NULLS FIRST, job.id LIMIT 1
  `.execute(db);
  return result.rows[0]?.id;
}

/** When leases of jobs that customers see end, and when those of internal jobs do. */
export type Until = { until: Date; internalUntil: Date };

export async function takeJob(
  db: Db,
  taking: Lease & Until & { workerId: string; now: Date },
): Promise<LeasedRow | undefined> {
  const result = await sql<LeasedRow>`
    WITH job AS (
      UPDATE jobs SET status = 'processing', stage = 'starting', version = version + 1, attempts = attempts + 1,
        worker_id = ${taking.workerId}, lease_token = ${taking.token}::uuid,
        lease_until = CASE WHEN expires_at IS NULL THEN ${taking.until}::timestamptz ELSE ${taking.internalUntil}::timestamptz END,
        started_at = COALESCE(started_at, ${taking.now}::timestamptz)
      WHERE id = ${taking.jobId} AND status = 'queued'
      RETURNING id, account_id, kind, attempts, request, lease_until, expires_at, details->>${TRACEPARENT} AS traceparent
    ), turn AS (
      UPDATE job_turns SET
        served_at = CASE WHEN expires_at IS NULL THEN ${taking.now}::timestamptz ELSE served_at END,
        internal_served_at = CASE WHEN expires_at IS NULL THEN internal_served_at ELSE ${taking.now}::timestamptz END
      FROM job WHERE job_turns.account_id = job.account_id
    )
    SELECT job.id, kind, attempts, request, lease_until, traceparent, pg_notify('job_changed', job.id),
      saved.data AS checkpoint, saved.file_key IS NOT NULL AS has_checkpoint_file
    FROM job LEFT JOIN job_checkpoints saved ON saved.job_id = job.id
  `.execute(db);
  return result.rows[0];
}

export async function findLeased(
  db: Db,
  { jobId, token }: Lease,
): Promise<{ kind: string; request: unknown; account_id: string } | undefined> {
  const result = await sql<{ kind: string; request: unknown; account_id: string }>`
    SELECT kind, request, account_id FROM jobs WHERE id = ${jobId} AND lease_token = ${token}::uuid
  `.execute(db);
  return result.rows[0];
}

export async function listLeases(db: Db, workerId: string): Promise<Lease[]> {
  const result = await sql<Lease>`
    SELECT id AS "jobId", lease_token AS token FROM jobs WHERE worker_id = ${workerId} AND status = 'processing'
  `.execute(db);
  return result.rows;
}

export async function listInputs(db: Db, jobId: string): Promise<JobInput[]> {
  const result = await sql<JobInput>`
    SELECT name, object_key AS "objectKey", content_type AS "contentType", asset_id AS "assetId"
    FROM job_inputs WHERE job_id = ${jobId} ORDER BY name
  `.execute(db);
  return result.rows;
}

/** Progress never decreases, even when a second attempt starts over. */
export async function renewLease(
  db: Db,
  renewal: Lease & Until & { stage?: string | undefined; progress?: number | undefined },
): Promise<boolean> {
  const { stage = null, progress = null } = renewal;
  const result = await sql`
    WITH held AS (
      SELECT id, stage IS DISTINCT FROM COALESCE(${stage}, stage) OR progress < COALESCE(${progress}::float8, 0) AS changed
      FROM jobs WHERE id = ${renewal.jobId} AND lease_token = ${renewal.token}::uuid FOR UPDATE
    ), job AS (
      UPDATE jobs SET
        lease_until = CASE WHEN expires_at IS NULL THEN ${renewal.until}::timestamptz ELSE ${renewal.internalUntil}::timestamptz END,
        stage = COALESCE(${stage}, stage),
        progress = GREATEST(progress, COALESCE(${progress}::float8, 0)),
        version = version + CASE WHEN changed THEN 1 ELSE 0 END
      FROM held WHERE jobs.id = held.id
      RETURNING jobs.id, held.changed
    )
    SELECT CASE WHEN changed THEN pg_notify('job_changed', id) END FROM job
  `.execute(db);
  return result.rows.length > 0;
}

/** Returns a job to the queue. A worker that shuts down in order does not use up an attempt. */
export async function requeueJob(
  db: Db,
  requeue: { jobId: string; token: string | null; notBefore: Date; countAttempt: boolean },
): Promise<boolean> {
  const result = await sql`
    WITH job AS (
      UPDATE jobs SET status = 'queued', stage = 'queued', version = version + 1, worker_id = NULL, lease_token = NULL,
        lease_until = NULL, not_before = ${requeue.notBefore}::timestamptz,
        attempts = attempts - CASE WHEN ${requeue.countAttempt}::boolean THEN 0 ELSE 1 END
      WHERE id = ${requeue.jobId} AND lease_token = ${requeue.token}::uuid
      RETURNING id
    )
    SELECT pg_notify('job_changed', id), pg_notify('job_ready', '') FROM job
  `.execute(db);
  return result.rows.length > 0;
}
