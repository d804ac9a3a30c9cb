import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  cancelJob,
  completeJob,
  createJobKinds,
  failJob,
  giveBackJob,
  type JobKind,
  type JobRow,
  type LeasedJob,
  LeaseLost,
  recoverLostJobs,
  saveCheckpoint,
} from './index.ts';
import { openJobs, type TestJobs } from './testing/open-jobs.ts';

const LEASE_RUNS_OUT_MS = 31_000;
const WORKER = { workerId: 'worker-1', capabilities: ['recipe'] };

describe('a kind of job that makes data and announces its own end', () => {
  let jobs: TestJobs;
  let ends: { status: string; product: unknown }[] = [];
  let refuseEnd = false;
  const recipe: JobKind = {
    name: 'recipe',
    outputs: {},
    measured: {},
    resultFields: [],
    completed: null,
    failed: null,
    isProduct: (product) => typeof product === 'string',
    async ended(_deps, { status }: JobRow, product) {
      if (refuseEnd) throw new Error('the row is gone');
      ends.push({ status, product });
    },
  };
  before(async () => {
    jobs = await openJobs();
    jobs.deps.kinds = createJobKinds([recipe]);
  });
  after(() => jobs.close());

  async function enqueued(): Promise<{ accountId: string; job: LeasedJob }> {
    ends = [];
    const accountId = await jobs.account();
    await jobs.enqueue(accountId, { kind: 'recipe', needs: [], charges: [] });
    const job = await jobs.lease(WORKER);
    assert.ok(job);
    return { accountId, job };
  }
  const complete = (job: LeasedJob, product: unknown) =>
    completeJob(jobs.deps, job, { outputs: [], measured: {}, product });

  test('gets its product once, in the transaction that completes the job', async () => {
    const { accountId, job } = await enqueued();
    refuseEnd = true;
    await assert.rejects(complete(job, 'flour'), /the row is gone/);
    assert.equal((await jobs.read(accountId, job.jobId)).status, 'processing');
    refuseEnd = false;
    await complete(job, 'flour');
    await complete(job, 'flour');
    assert.deepEqual(ends, [{ status: 'completed', product: 'flour' }]);
    assert.deepEqual(await jobs.events(job.jobId), []);
  });

  test('fails with a reason when the worker hands over something else', async () => {
    const { accountId, job } = await enqueued();
    await assert.rejects(complete(job, 7), { code: 'result_refused' });
    assert.deepEqual(ends, [{ status: 'failed', product: null }]);
    const { status, error_code: code } = await jobs.read(accountId, job.jobId);
    assert.deepEqual([status, code], ['failed', 'unusable_result']);
    await assert.rejects(complete(job, 'flour'), LeaseLost);
  });

  test('is told once when the job fails or is canceled', async () => {
    const failed = await enqueued();
    await failJob(jobs.deps, failed.job, { error: 'No eggs.', errorCode: 'no_eggs', final: true });
    assert.deepEqual(ends, [{ status: 'failed', product: null }]);
    const canceled = await enqueued();
    await cancelJob(jobs.deps, canceled.accountId, canceled.job.jobId);
    await cancelJob(jobs.deps, canceled.accountId, canceled.job.jobId);
    assert.deepEqual(ends, [{ status: 'canceled', product: null }]);
  });

  test('goes on from its last checkpoint, and attempts before it do not count', async () => {
    const { accountId, job } = await enqueued();
    assert.equal(job.checkpoint, null);
    let last = job;
    for (let step = 1; step <= 5; step += 1) {
      await saveCheckpoint(jobs.deps, last, { data: { step } });
      jobs.clock.advanceMs(LEASE_RUNS_OUT_MS);
      await recoverLostJobs(jobs.deps);
      await assert.rejects(saveCheckpoint(jobs.deps, last, { data: { step: 0 } }), LeaseLost);
      jobs.clock.advanceMs(LEASE_RUNS_OUT_MS);
      const next = await jobs.lease(WORKER);
      assert.deepEqual([next?.jobId, next?.checkpoint], [job.jobId, { step }]);
      assert.ok(next);
      last = next;
    }
    await giveBackJob(jobs.deps, last);
    const again = await jobs.lease(WORKER);
    assert.ok(again);
    await complete(again, 'flour');
    assert.equal((await jobs.read(accountId, job.jobId)).status, 'completed');
  });

  test('a job that never gets to a checkpoint fails after its attempts', async () => {
    const { accountId, job } = await enqueued();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      jobs.clock.advanceMs(LEASE_RUNS_OUT_MS);
      await recoverLostJobs(jobs.deps);
      jobs.clock.advanceMs(LEASE_RUNS_OUT_MS);
      await jobs.lease(WORKER);
    }
    assert.equal((await jobs.read(accountId, job.jobId)).status, 'failed');
  });
});
