import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { openJobs } from '../../work/jobs/testing/open-jobs.ts';
import { requireNotTakenDown, sweepTakedownPrints } from './index.ts';

const DAY_MS = 86_400_000;

test('the print of a voice that was taken down is erased when its retention period ends; the takedown stays', async (t) => {
  const jobs = await openJobs();
  t.after(() => jobs.close());
  const { db, clock } = jobs;
  const accountId = await jobs.account();
  const print = Array.from({ length: 512 }, (_, index) => Math.sin(index));
  await sql`INSERT INTO voice_takedowns (voice_id, account_id, reason, print, taken_down_at)
    VALUES (${uuidv7()}, ${accountId}, 'Imitates a singer.', ${print}::real[], ${clock.now()})`.execute(db);
  const sweep = () => sweepTakedownPrints({ db, clock, takedownPrintDays: 730 });
  clock.advanceMs(730 * DAY_MS);
  assert.equal(await sweep(), 0);
  await assert.rejects(requireNotTakenDown(db, print), { code: 'voice_was_taken_down' });
  clock.advanceMs(1);
  assert.equal(await sweep(), 1);
  await requireNotTakenDown(db, print);
  const { rows } = await sql<{ reason: string }>`SELECT reason FROM voice_takedowns`.execute(db);
  assert.deepEqual(rows, [{ reason: 'Imitates a singer.' }]);
  assert.equal(await sweep(), 0);
});
