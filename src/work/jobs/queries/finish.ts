import type { PricedUnit } from '../../../money/pricing/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import type { JobOutput, JobRow, Lease } from '../job.ts';
import { JOB_COLUMNS } from './read.ts';

/** The transaction that gets this lock decides how the job ends; all others find it finished. */
export async function lockUnfinished(
  db: Db,
  jobId: string,
  by: { token: string } | { accountId: string },
): Promise<JobRow | undefined> {
  const mine =
    'token' in by
      ? sql`lease_token = ${by.token}::uuid`
      : sql`account_id = ${by.accountId}::uuid AND expires_at IS NULL`;
  const result = await sql<JobRow>`
    SELECT ${JOB_COLUMNS} FROM jobs
    WHERE id = ${jobId} AND ${mine} AND status IN ('queued', 'processing') FOR UPDATE
  `.execute(db);
  return result.rows[0];
}

export type Finish = {
  jobId: string;
  credits: number;
  refundedMicros: number;
  refundedCents: number;
  now: Date;
} & (
  | {
      status: 'completed';
      lease: Lease;
      outputs: JobOutput[];
      durationSeconds: number | null;
      width: number | null;
      height: number | null;
      product: unknown;
    }
  | { status: 'failed'; error: string; errorCode: string }
  | { status: 'canceled' }
);

/** Until then, a worker that lost its lease may still be uploading. */
const CLEANUP_AFTER_MS = 15 * 60_000;

/** The time of the first cleanup of a job's files. */
export function cleanupAfter(finishedAt: Date): Date {
  return new Date(finishedAt.getTime() + CLEANUP_AFTER_MS);
}

export async function finishJob(db: Db, finish: Finish): Promise<JobRow> {
  const done = finish.status === 'completed' ? finish : null;
  const failed = finish.status === 'failed' ? finish : null;
  const result = await sql<JobRow>`
    WITH job AS (
      UPDATE jobs SET status = ${finish.status}, stage = ${finish.status}, version = version + 1,
        progress = CASE WHEN ${done !== null}::boolean THEN 1 ELSE progress END,
        lease_token = NULL, lease_until = NULL, outputs_of = ${done?.lease.token ?? null}::uuid,
        outputs = ${done && JSON.stringify(done.outputs)}::jsonb,
        duration_seconds = ${done?.durationSeconds ?? null}::float8, width = ${done?.width ?? null}::integer,
        height = ${done?.height ?? null}::integer, error = ${failed?.error ?? null},
        error_code = ${failed?.errorCode ?? null}, credits = ${finish.credits}::bigint,
        refunded_micros = ${finish.refundedMicros}::bigint, refunded_cents = ${finish.refundedCents}::bigint,
        finished_at = ${finish.now}::timestamptz,
        cleanup_at = ${cleanupAfter(finish.now)}::timestamptz
      WHERE id = ${finish.jobId} AND finished_at IS NULL
      RETURNING ${JOB_COLUMNS}
    ), checkpoint AS (
      DELETE FROM job_checkpoints WHERE job_id = ${finish.jobId}
    )
    SELECT job.*, pg_notify('job_changed', id) FROM job
  `.execute(db);
  const row = result.rows[0];
  if (!row) throw new Error(`job ${finish.jobId} had ended already`);
  return row;
}

/** `credits` and `quantity` are the reserved ones. A unit may have several charges. */
export type JobCharge = {
  unit: PricedUnit;
  chargeId: string;
  credits: number;
  quantity: number;
  /** The largest quantity that may be measured, over all charges of the unit. Null: the kind's limit. */
  maxQuantity: number | null;
  plan: string;
  credentialId: string;
  ephemeralKeyId: string | null;
  model: string | null;
};

/**
 * Charges of the same unit come in the order of reservation, those with a fee first: if less is measured than was
 * reserved, the seller of a voice is paid all the same.
 */
export async function listCharges(db: Db, jobId: string): Promise<JobCharge[]> {
  const result = await sql<JobCharge>`
    SELECT own.unit, own.charge_id AS "chargeId", own.credits, own.max_quantity AS "maxQuantity", charge.quantity,
      charge.plan, charge.credential_id AS "credentialId", charge.ephemeral_key_id AS "ephemeralKeyId", charge.model
    FROM job_charges own JOIN charges charge ON charge.id = own.charge_id
    WHERE own.job_id = ${jobId} ORDER BY own.unit, charge.listing_id IS NULL, charge.reserved_at, own.charge_id
  `.execute(db);
  return result.rows;
}

export async function insertCharge(
  db: Db,
  jobId: string,
  charge: Pick<JobCharge, 'unit' | 'chargeId' | 'credits' | 'maxQuantity'>,
): Promise<void> {
  await sql`
    INSERT INTO job_charges (job_id, unit, charge_id, credits, max_quantity)
    VALUES (${jobId}, ${charge.unit}, ${charge.chargeId}::uuid, ${charge.credits}::bigint,
      ${charge.maxQuantity}::bigint)
  `.execute(db);
}

export type BatchRow = {
  id: string;
  account_id: string;
  size: number;
  webhook_url: string | null;
  created_at: Date;
  finished_at: Date | null;
  succeeded: number;
  failed: number;
};

/** The row lock serializes jobs that end at the same time, so that exactly one is the last. */
export async function finishBatchIfLast(db: Db, batchId: string, now: Date): Promise<BatchRow | undefined> {
  await sql`SELECT id FROM batches WHERE id = ${batchId} FOR UPDATE`.execute(db);
  const result = await sql<{ id: string }>`
    UPDATE batches SET finished_at = ${now}::timestamptz
    WHERE id = ${batchId} AND finished_at IS NULL AND NOT EXISTS (
      SELECT FROM jobs WHERE batch_id = ${batchId} AND status IN ('queued', 'processing'))
    RETURNING id
  `.execute(db);
  return result.rows[0] && (await readBatch(db, batchId));
}

async function readBatch(db: Db, batchId: string): Promise<BatchRow | undefined> {
  const result = await sql<BatchRow>`
    SELECT ${BATCH_COLUMNS} FROM batches WHERE id = ${batchId}
  `.execute(db);
  return result.rows[0];
}

const BATCH_COLUMNS = sql`id, account_id, size, webhook_url, created_at, finished_at,
  (SELECT count(*) FROM jobs WHERE batch_id = batches.id AND status = 'completed') AS succeeded,
  (SELECT count(*) FROM jobs WHERE batch_id = batches.id AND status IN ('failed', 'canceled')) AS failed`;

export async function findBatch(db: Db, accountId: string, batchId: string): Promise<BatchRow | undefined> {
  const result = await sql<BatchRow>`
    SELECT ${BATCH_COLUMNS} FROM batches WHERE id = ${batchId} AND account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

/** Newest first, with one extra row when there is a next page. */
export async function listBatches(
  db: Db,
  accountId: string,
  { limit, before }: { limit: number; before: string | null },
): Promise<BatchRow[]> {
  const result = await sql<BatchRow>`
    SELECT ${BATCH_COLUMNS} FROM batches
    WHERE account_id = ${accountId}::uuid AND (${before}::text IS NULL OR id < ${before}::text)
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}
