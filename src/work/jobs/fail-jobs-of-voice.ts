import { sql, type Tx } from '../../platform/database/index.ts';
import { endUnpaid, type JobDeps } from './end-job.ts';
import { lockUnfinished } from './queries/finish.ts';

/** Fails every unfinished job that speaks with one of these voices, of all accounts. Nothing of them is charged. */
export async function failJobsOfVoice(
  deps: JobDeps,
  tx: Tx,
  voiceIds: readonly string[],
  failure: { error: string; errorCode: string },
): Promise<void> {
  const { rows } = await sql<{ id: string; account_id: string }>`
    SELECT DISTINCT job.id, job.account_id
    FROM charges charge JOIN job_charges own ON own.charge_id = charge.id JOIN jobs job ON job.id = own.job_id
    WHERE charge.status = 'reserved' AND charge.voice_id = ANY (${[...voiceIds]}::text[])
      AND job.status IN ('queued', 'processing')
    ORDER BY job.id
  `.execute(tx);
  for (const { id, account_id: accountId } of rows) {
    const job = await lockUnfinished(tx, id, { accountId });
    if (job) await endUnpaid(deps, tx, job, { status: 'failed', ...failure });
  }
}
