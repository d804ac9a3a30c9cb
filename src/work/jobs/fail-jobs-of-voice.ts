import { sql } from '../../platform/database/index.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { lockUnfinished } from './queries/finish.ts';

const BATCH = 100;

/**
 * Fails one batch of unfinished jobs that speak with one of these voices, of all accounts, and returns its size. Nothing of
 * them is charged. Each job has its own transaction: one for all would hold the wallets of all their customers.
 */
export async function failJobsOfVoice(
  deps: JobDeps,
  voiceIds: readonly string[],
  failure: { error: string; errorCode: string },
): Promise<number> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    SELECT DISTINCT job.id, job.account_id
    FROM charges charge JOIN job_charges own ON own.charge_id = charge.id JOIN jobs job ON job.id = own.job_id
    WHERE charge.status = 'reserved' AND charge.voice_id = ANY (${[...voiceIds]}::text[])
      AND job.status IN ('queued', 'processing')
    ORDER BY job.id LIMIT ${BATCH}
  `.execute(deps.db);
  for (const { id, account_id: accountId } of rows)
    await deps.db.transaction().execute(async (tx) => {
      const job = await lockUnfinished(tx, id, { accountId });
      if (job) await endUnpaid(deps, tx, job, { status: 'failed', ...failure });
    });
  return rows.length;
}
