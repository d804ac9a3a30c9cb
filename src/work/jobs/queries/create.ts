import { type Db, sql } from '../../../platform/database/index.ts';
import type { JobInput, NewJob } from '../job.ts';

type Inserted = Omit<NewJob, 'orders' | 'inputs'> & {
  id: string;
  credits: number;
  inputs: readonly JobInput[];
  charges: readonly { unit: string; chargeId: string; credits: number }[];
  now: Date;
};

/** The job, its inputs and charges, and its tenant's place in the round. */
export async function insertJob(db: Db, job: Inserted): Promise<void> {
  const inputs = JSON.stringify(job.inputs.map(inputColumns));
  const charges = JSON.stringify(
    job.charges.map(({ chargeId, ...one }) => ({ ...one, charge_id: chargeId })),
  );
  await sql`
    WITH job AS (
      INSERT INTO jobs (id, account_id, kind, request, needs, not_before, video_model, lipsync, credits, batch_id,
        batch_position, request_id, webhook_url, created_at)
      VALUES (${job.id}, ${job.accountId}::uuid, ${job.kind}, ${JSON.stringify(job.request)}::jsonb,
        ${[...job.needs]}::text[], ${job.now}::timestamptz, ${job.videoModel ?? null}, ${job.lipsync ?? null},
        ${job.credits}::bigint, ${job.batch?.id ?? null},
        ${job.batch?.position ?? null}::integer, ${job.requestId}, ${job.webhookUrl ?? null},
        ${job.now}::timestamptz)
      RETURNING id, account_id
    ), input AS (
      INSERT INTO job_inputs (job_id, name, object_key, content_type, asset_id)
      SELECT job.id, one.* FROM job, jsonb_to_recordset(${inputs}::jsonb)
        AS one (name text, object_key text, content_type text, asset_id text)
    ), charge AS (
      INSERT INTO job_charges (job_id, unit, charge_id, credits)
      SELECT job.id, one.* FROM job, jsonb_to_recordset(${charges}::jsonb)
        AS one (unit text, charge_id uuid, credits bigint)
    ), turn AS (
      -- Who was not here for an hour is a newcomer again, and no longer a row that the sweeper would drop.
      INSERT INTO job_turns (account_id) SELECT account_id FROM job
      ON CONFLICT (account_id) DO UPDATE SET
        served_at = NULLIF(job_turns.served_at, LEAST(job_turns.served_at, ${job.now}::timestamptz - interval '1 hour'))
    )
    SELECT pg_notify('job_ready', '') FROM job
  `.execute(db);
}

function inputColumns({ name, objectKey, contentType, assetId }: JobInput): object {
  return { name, object_key: objectKey, content_type: contentType, asset_id: assetId ?? null };
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
