import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { cancelJob, type LeasedJob, putJobOutput, recoverLostJobs, sweepJobFiles } from './index.ts';
import { openJobs, type TestJobs } from './testing/open-jobs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const VIDEO = { name: 'video', contentType: 'video/mp4' };

describe('the files of finished jobs', () => {
  let jobs: TestJobs;
  before(async () => {
    jobs = await openJobs();
  });
  beforeEach(() => sql`UPDATE jobs SET cleanup_at = NULL`.execute(jobs.db));
  after(() => jobs.close());

  async function leased(): Promise<LeasedJob> {
    const job = await jobs.lease();
    assert.ok(job);
    return job;
  }
  const upload = (job: LeasedJob) => putJobOutput(jobs.deps, job, VIDEO, Buffer.from('x'));
  const stored = async (jobId: string) => {
    const keys: string[] = [];
    for await (const key of jobs.storage.list(`jobs/${jobId}/`)) keys.push(key.split('/')[2] ?? '');
    return keys;
  };
  async function sweepAll(deps = jobs.deps): Promise<number> {
    let swept = 0;
    for (let batch = -1; batch !== 0; swept += batch) batch = await sweepJobFiles(deps);
    return swept;
  }

  test('outputs of lost leases and request files are removed; the result stays for 30 days', async () => {
    const accountId = await jobs.account();
    const objectKey = 'media/upload';
    await jobs.storage.put(objectKey, Buffer.from('x'), { contentType: 'image/png' });
    const input = { name: 'picture', objectKey, contentType: 'image/png' };
    const { jobId } = await jobs.enqueue(accountId, { inputs: [input] });
    const lost = await leased();
    await upload(lost);
    jobs.clock.advanceMs(31_000);
    await recoverLostJobs(jobs.deps);
    jobs.clock.advanceMs(10_000);
    const winner = await leased();
    await jobs.finish(winner);
    assert.equal(await sweepAll(), 0, 'a lost worker may still be uploading');
    jobs.clock.advanceMs(16 * MINUTE_MS);
    assert.equal(await sweepAll(), 1);
    assert.deepEqual(await stored(jobId), [winner.token]);
    assert.equal(await jobs.storage.head(objectKey), null);
    jobs.clock.advanceMs(29 * DAY_MS);
    assert.equal(await sweepAll(), 0);
    jobs.clock.advanceMs(DAY_MS);
    assert.equal(await sweepAll(), 1);
    assert.deepEqual(await stored(jobId), []);
    assert.equal((await jobs.read(accountId, jobId)).outputs, null);
    jobs.clock.advanceMs(400 * DAY_MS);
    assert.equal(await sweepAll(), 0, 'it is never due again');
  });

  test('the second cleanup removes an upload that ended after the first', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    const job = await leased();
    await cancelJob(jobs.deps, accountId, jobId);
    jobs.clock.advanceMs(16 * MINUTE_MS);
    await sweepAll();
    await jobs.storage.put(`jobs/${jobId}/${job.token}/video`, Buffer.from('late'), VIDEO);
    jobs.clock.advanceMs(31 * DAY_MS);
    await sweepAll();
    assert.deepEqual(await stored(jobId), []);
  });

  test('a crash at any step of the sweep leaves no file behind', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    await upload(await leased());
    await cancelJob(jobs.deps, accountId, jobId);
    const crash = async () => {
      throw new Error('killed');
    };
    const beforeDeletion = { ...jobs.deps, storage: { ...jobs.storage, delete: crash } };
    const afterDeletion = {
      ...jobs.deps,
      storage: {
        ...jobs.storage,
        delete: async (keys: string | readonly string[]) => {
          await jobs.storage.delete(keys);
          await crash();
        },
      },
    };
    for (const deps of [beforeDeletion, afterDeletion]) {
      jobs.clock.advanceMs(16 * MINUTE_MS);
      await assert.rejects(sweepAll(deps), /killed/);
    }
    jobs.clock.advanceMs(11 * MINUTE_MS);
    assert.equal(await sweepAll(), 1);
    assert.deepEqual(await stored(jobId), []);
  });

  test('sweeps batch after batch until nothing is due, shared between nodes', async () => {
    const accountId = await jobs.account();
    await sql`
      INSERT INTO jobs (id, account_id, kind, request, needs, status, stage, request_id, not_before, created_at,
        finished_at, cleanup_at)
      SELECT 'job_due' || n, ${accountId}::uuid, 'video', '{}', '{}', 'canceled', 'canceled', 'r', now(), now(),
        ${jobs.clock.now()}::timestamptz, ${jobs.clock.now()}::timestamptz
      FROM generate_series(1, 1300) n`.execute(jobs.db);
    const swept = await Promise.all([sweepAll(), sweepAll(), sweepAll()]);
    assert.equal(
      swept.reduce((sum, one) => sum + one),
      1_300,
    );
  });
});
