import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { newJob, openJobs } from '../../work/jobs/testing/open-jobs.ts';
import { failJobsOfTakenDown } from './index.ts';

test('a job whose voice was found just before its takedown fails unpaid; others go on', async () => {
  const jobs = await openJobs();
  try {
    const accountId = await jobs.account();
    const voiceId = uuidv7();
    const charges = newJob(accountId).charges.map((charge) => ({ ...charge, voiceId }));
    const late = await jobs.enqueue(accountId, { charges });
    const other = await jobs.enqueue(accountId);
    assert.equal(await failJobsOfTakenDown(jobs.deps), 0);
    await sql`INSERT INTO voice_takedowns (voice_id, account_id, reason, taken_down_at)
      VALUES (${voiceId}, ${accountId}, 'Imitates a singer.', now())`.execute(jobs.db);
    assert.equal(await failJobsOfTakenDown(jobs.deps), 1);
    const failed = await jobs.read(accountId, late.jobId);
    assert.deepEqual([failed.status, failed.error_code], ['failed', 'voice_taken_down']);
    assert.equal((await jobs.read(accountId, other.jobId)).status, 'queued');
    assert.equal(await failJobsOfTakenDown(jobs.deps), 0);
    assert.deepEqual(await jobs.differences(), []);
  } finally {
    await jobs.close();
  }
});
