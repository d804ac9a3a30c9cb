import { type Db, sql } from '../../../platform/database/index.ts';
import type { JobDetails } from '../details.ts';
import type { JobInput, NewJob } from '../job.ts';
import { cleanupAfter } from './finish.ts';

type Inserted = Omit<NewJob, 'accountId' | 'charges'> & {
  id: string;
  credits: number;
  details: JobDetails;
  charges: readonly { unit: string; chargeId: string; credits: number; maxQuantity: number | null }[];
};

/** Inserts the jobs, their inputs and charges, and the account's turn in the queue. */
export async function insertJobs(
  db: Db,
  { accountId, now, jobs }: { accountId: string; now: Date; jobs: readonly Inserted[] },
): Promise<void> {
  const inputs = jobs.flatMap((job) => job.inputs.map((input) => inputColumns(job.id, input)));
  const charges = jobs.flatMap((job) =>
    job.charges.map(({ chargeId, maxQuantity, ...one }) => ({
      job_id: job.id,
      ...one,
      charge_id: chargeId,
      max_quantity: maxQuantity,
    })),
  );
  await sql`
    WITH job AS (
      INSERT INTO jobs (account_id, not_before, created_at, finished_at, cleanup_at, id, kind, request, needs, details, credits,
         batch_id, batch_position, request_id, webhook_url, status, stage, error, error_code, expires_at)
      SELECT ${accountId}::uuid, ${now}::timestamptz, ${now}::timestamptz,
        CASE WHEN one.status = 'failed' THEN ${now}::timestamptz END,
        CASE WHEN one.status = 'failed' THEN ${cleanupAfter(now)}::timestamptz END, one.*
      FROM jsonb_to_recordset(${JSON.stringify(jobs.map(jobColumns))}::jsonb)
        AS one (id text, kind text, request jsonb, needs text[], details jsonb, credits bigint,
          batch_id text, batch_position integer, request_id text, webhook_url text, status text, stage text,
          error text, error_code text, expires_at timestamptz)
    ), input AS (
      INSERT INTO job_inputs (job_id, name, object_key, content_type, asset_id, kept)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb)
        AS one (job_id text, name text, object_key text, content_type text, asset_id text, kept boolean)
    ), charge AS (
      INSERT INTO job_charges (job_id, unit, charge_id, credits, max_quantity)
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(charges)}::jsonb)
        AS one (job_id text, unit text, charge_id uuid, credits bigint, max_quantity bigint)
    ), turn AS (
      -- An account idle for an hour counts as new. Resetting its turn also keeps the sweep from deleting it.
      INSERT INTO job_turns (account_id) VALUES (${accountId}::uuid)
      ON CONFLICT (account_id) DO UPDATE SET
        served_at = NULLIF(job_turns.served_at, LEAST(job_turns.served_at, ${now}::timestamptz - interval '1 hour')),
        internal_served_at = NULLIF(job_turns.internal_served_at,
          LEAST(job_turns.internal_served_at, ${now}::timestamptz - interval '1 hour'))
    )
    SELECT pg_notify('job_ready', '')
  `.execute(db);
}

function jobColumns({
  id,
  kind,
  request,
  needs,
  details,
  credits,
  batch,
  refusal,
  ...job
}: Inserted): object {
  const status = refusal ? 'failed' : 'queued';
  return {
    id,
    kind,
    request,
    needs,
    details,
    credits,
    batch_id: batch?.id ?? null,
    batch_position: batch?.position ?? null,
    request_id: job.requestId,
    webhook_url: job.webhookUrl ?? null,
    status,
    stage: status,
    error: refusal?.error ?? null,
    error_code: refusal?.errorCode ?? null,
    expires_at: job.expiresAt ?? null,
  };
}

function inputColumns(jobId: string, { name, objectKey, contentType, assetId, kept }: JobInput): object {
  return {
    job_id: jobId,
    name,
    object_key: objectKey,
    content_type: contentType,
    asset_id: assetId ?? null,
    kept: kept ?? assetId !== undefined,
  };
}

export async function insertBatch(
  db: Db,
  batch: { id: string; accountId: string; size: number; webhookUrl?: string | undefined; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO batches (id, account_id, size, webhook_url, created_at)
    VALUES (${batch.id}, ${batch.accountId}::uuid, ${batch.size}::integer, ${batch.webhookUrl ?? null},
      ${batch.now}::timestamptz)
  `.execute(db);
}
