import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import {
  cancelAbandonedJobs,
  cancelInternalJob,
  cancelJob,
  createInternalJob,
  createJobKinds,
  type JobDeps,
  JobNotFound,
  LeaseLost,
  leaseJob,
  putJobOutput,
  readInternalJob,
  readJob,
  recoverLostJobs,
  reportProgress,
  sweepJobFiles,
} from './index.ts';
import { listJobs } from './queries/read.ts';
import { openJobs, type TestJobs } from './testing/open-jobs.ts';
import { TEST_KIND, TEST_KINDS } from './testing/test-kind.ts';

const ANSWER = { ...TEST_KIND, name: 'answer', completed: null, failed: null, maxAttempts: 1 };
const WORKER = { workerId: 'worker-1', capabilities: ['video', 'lipsync:own', 'answer'] };
const MINUTE_MS = 60_000;

describe('internal jobs', () => {
  let jobs: TestJobs;
  let deps: TestJobs['deps'] & JobDeps;
  before(async () => {
    jobs = await openJobs();
    deps = { ...jobs.deps, kinds: createJobKinds([...TEST_KINDS.all, ANSWER]) };
  });
  after(() => jobs.close());
  beforeEach(() => sql`DELETE FROM jobs`.execute(jobs.db));

  const create = (accountId: string, mostUnfinished = 16) =>
    createInternalJob(deps, {
      onBehalfOf: { accountId },
      kind: 'answer',
      request: { say: 'hello' },
      needs: [],
      inputs: [],
      expiresAt: new Date(jobs.clock.now().getTime() + MINUTE_MS),
      mostUnfinished,
    });
  async function created(accountId: string): Promise<string> {
    const jobId = await create(accountId);
    assert.ok(jobId);
    return jobId;
  }
  async function leased() {
    const job = await leaseJob(deps, WORKER);
    assert.ok(job);
    return job;
  }

  test('customers neither see nor cancel them', async () => {
    const accountId = await jobs.account();
    const jobId = await created(accountId);
    assert.deepEqual(await listJobs(jobs.db, accountId, { limit: 10, before: null }), []);
    await assert.rejects(readJob(jobs.db, accountId, jobId), JobNotFound);
    await assert.rejects(cancelJob(deps, accountId, jobId), JobNotFound);
    assert.equal((await readInternalJob(jobs.db, jobId))?.status, 'queued');
  });

  test('come before other jobs, and accounts take turns with them', async () => {
    const one = await jobs.account();
    const other = await jobs.account();
    await jobs.enqueue(one);
    const first = [await created(one), await created(one), await created(one)];
    const second = await created(other);
    const taken: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      jobs.clock.advanceMs(10);
      taken.push((await leased()).jobId);
    }
    assert.deepEqual(taken.slice(0, 4), [first[0], second, first[1], first[2]]);
  });

  test('an account has only so many at a time, however many calls there are', async () => {
    const accountId = await jobs.account();
    const all = await Promise.all(Array.from({ length: 6 }, () => create(accountId, 4)));
    assert.equal(all.filter((id) => id !== null).length, 4);
    assert.ok(await create(await jobs.account(), 4), 'others have their own');
  });

  test('a worker that sends no report loses one after ten seconds, for good', async () => {
    const jobId = await created(await jobs.account());
    const lease = await leased();
    assert.equal(lease.leaseSeconds, 10);
    jobs.clock.advanceMs(9_000);
    await reportProgress(deps, lease, {});
    jobs.clock.advanceMs(9_000);
    await recoverLostJobs(deps);
    assert.equal((await readInternalJob(jobs.db, jobId))?.status, 'processing');
    jobs.clock.advanceMs(1_000);
    await recoverLostJobs(deps);
    assert.equal((await readInternalJob(jobs.db, jobId))?.status, 'failed');
  });

  test('a canceled one is taken from its worker; the sweep deletes its row and what was still uploaded', async () => {
    const jobId = await created(await jobs.account());
    const lease = await leased();
    await cancelInternalJob(deps, jobId);
    await assert.rejects(reportProgress(deps, lease, {}), LeaseLost);
    const video = { name: 'video', contentType: 'video/mp4' };
    await assert.rejects(putJobOutput(deps, lease, video, Buffer.from('late')), LeaseLost);
    await jobs.storage.put(`jobs/${jobId}/${lease.token}/video`, Buffer.from('late'), video);
    jobs.clock.advanceMs(16 * MINUTE_MS);
    await sweepJobFiles(deps);
    assert.deepEqual([await jobs.files(jobId), await readInternalJob(jobs.db, jobId)], [[], undefined]);
  });

  test('one whose caller has crashed ends when it expires, queued or not', async () => {
    const accountId = await jobs.account();
    const ids = [await created(accountId), await created(accountId)];
    await leased();
    assert.equal(await cancelAbandonedJobs(deps), 0);
    jobs.clock.advanceMs(MINUTE_MS);
    assert.equal(await cancelAbandonedJobs(deps), 2);
    for (const id of ids) assert.equal((await readInternalJob(jobs.db, id))?.status, 'canceled');
  });
});
