import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import {
  cancelJob,
  completeJob,
  createBatch,
  createJobs,
  failJob,
  giveBackJob,
  type JobResult,
  type LeasedJob,
  LeaseLost,
  putJobOutput,
  readBatch,
  recoverLostJobs,
  reportProgress,
} from './index.ts';
import { openOutput } from './read-jobs.ts';
import { newJob, openJobs, type TestJobs } from './testing/open-jobs.ts';
import { TEST_MAX_BYTES } from './testing/test-kind.ts';

const LEASE_EXPIRED_MS = 31_000;
const FULL_POOL = 12_000;

describe('jobs', () => {
  let jobs: TestJobs;
  before(async () => {
    jobs = await openJobs();
  });
  after(() => jobs.close());
  beforeEach(() =>
    sql`UPDATE jobs SET status = 'canceled', lease_token = NULL, lease_until = NULL,
    finished_at = now() WHERE finished_at IS NULL`.execute(jobs.db),
  );

  async function leased(): Promise<LeasedJob> {
    const job = await jobs.lease();
    assert.ok(job);
    return job;
  }
  const poolOf = async (accountId: string) => (await jobs.wallet(accountId)).pool_credits;

  test('enqueueing reserves; completing settles what was rendered and announces it', async () => {
    const accountId = await jobs.account();
    await sql`UPDATE accounts SET webhook_url = 'https://hooks.example.com/' WHERE id = ${accountId}::uuid`.execute(
      jobs.db,
    );
    const { jobId, credits } = await jobs.enqueue(accountId);
    assert.equal(credits, 75);
    assert.equal(await poolOf(accountId), FULL_POOL - 75);
    const job = await leased();
    assert.equal(job.jobId, jobId);
    assert.deepEqual(job.request, { say: 'hello' });
    assert.equal((await jobs.read(accountId, jobId)).status, 'processing');
    await jobs.finish(job, 1.2);
    const done = await jobs.read(accountId, jobId);
    assert.equal(done.status, 'completed');
    assert.equal(done.progress, 1);
    assert.equal(done.credits, 45 + 20);
    assert.equal(await poolOf(accountId), FULL_POOL - 65);
    assert.deepEqual(await jobs.events(jobId), ['video.completed']);
    assert.deepEqual(await jobs.differences(), []);
  });

  test('a 402 enqueues nothing and reserves nothing', async () => {
    const accountId = await jobs.account();
    const [speech] = newJob(accountId).charges;
    assert.ok(speech);
    const tooMuch = { ...speech, unit: 'video_second' as const, credits: FULL_POOL, quantity: 1_200 };
    await assert.rejects(jobs.enqueue(accountId, { charges: [speech, tooMuch] }), {
      code: 'quota_exhausted',
    });
    assert.equal(await poolOf(accountId), FULL_POOL);
    assert.equal(await jobs.lease(), null);
  });

  test('completing twice changes nothing; completing a canceled job is refused and free', async () => {
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    const job = await leased();
    await jobs.finish(job, 2);
    const result = { outputs: [{ name: 'video' as const, contentType: 'video/mp4' }], measured: {} };
    await completeJob(jobs.deps, job, result);
    assert.equal(await poolOf(accountId), FULL_POOL - 65);

    const second = await jobs.enqueue(accountId);
    const canceled = await leased();
    await putJobOutput(jobs.deps, canceled, { name: 'video', contentType: 'video/mp4' }, Buffer.from('x'));
    assert.equal((await cancelJob(jobs.deps, accountId, second.jobId)).status, 'canceled');
    await assert.rejects(completeJob(jobs.deps, canceled, result), LeaseLost);
    await assert.rejects(reportProgress(jobs.deps, canceled, { progress: 0.5 }), LeaseLost);
    assert.equal(await poolOf(accountId), FULL_POOL - 65);
    assert.equal((await cancelJob(jobs.deps, accountId, second.jobId)).status, 'canceled');
    assert.equal(await jobs.openCharges(), 0);
  });

  test('a dead worker loses its job; the next attempt is charged once, and a late completion is refused', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    const first = await leased();
    await reportProgress(jobs.deps, first, { stage: 'rendering', progress: 0.6 });
    await putJobOutput(jobs.deps, first, { name: 'video', contentType: 'video/mp4' }, Buffer.from('half'));
    jobs.clock.advanceMs(LEASE_EXPIRED_MS);
    assert.equal(await recoverLostJobs(jobs.deps), 1);
    jobs.clock.advanceMs(10_000);
    const second = await leased();
    assert.equal(second.jobId, jobId);
    assert.equal(second.attempt, 2);
    const waiting = await jobs.read(accountId, jobId);
    assert.equal(waiting.progress, 0.6, 'progress never falls');
    await assert.rejects(openOutput(jobs.deps, accountId, jobId, 'output'), { code: 'output_not_ready' });
    await assert.rejects(jobs.finish(first), LeaseLost);
    await jobs.finish(second);
    const { open } = await openOutput(jobs.deps, accountId, jobId, 'output');
    const { body } = await open(undefined);
    assert.equal(Buffer.concat(await body.toArray()).toString(), second.token);
    assert.equal(await poolOf(accountId), FULL_POOL - 65);
    assert.deepEqual(await jobs.differences(), []);
  });

  test('a heartbeat just before the sweep locks the job keeps it', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    const job = await leased();
    jobs.clock.advanceMs(LEASE_EXPIRED_MS);
    const db = beforeTransactions(jobs.db, () => reportProgress(jobs.deps, job, { progress: 0.5 }));
    await recoverLostJobs({ ...jobs.deps, db });
    assert.equal((await jobs.read(accountId, jobId)).status, 'processing');
    await jobs.finish(job);
    assert.equal((await jobs.read(accountId, jobId)).status, 'completed');
  });

  test('fails after three lost attempts, and refunds what the wallet paid', async () => {
    const accountId = await jobs.prepaid({ pool: 50, micros: 1_000_000 });
    const { jobId } = await jobs.enqueue(accountId);
    assert.equal((await jobs.wallet(accountId)).wallet_micros, 1_000_000 - 25 * 40);
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      assert.equal((await leased()).attempt, attempt);
      jobs.clock.advanceMs(LEASE_EXPIRED_MS);
      await recoverLostJobs(jobs.deps);
      jobs.clock.advanceMs(60_000);
    }
    const failed = await jobs.read(accountId, jobId);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.error_code, 'worker_lost');
    assert.equal(failed.attempts, 3);
    assert.equal(failed.refunded_micros, 25 * 40);
    assert.equal(failed.refunded_cents, 1, 'the balance was shown as 99 cents and is shown as 100');
    assert.equal((await jobs.wallet(accountId)).wallet_micros, 1_000_000);
    assert.equal(await jobs.lease(), null);
    assert.deepEqual(await jobs.differences(), []);
  });

  test('retries our own errors after a delay, but never an error in the request', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    await failJob(jobs.deps, await leased(), { error: 'Busy.', errorCode: 'engine_failed', final: false });
    assert.equal(await jobs.lease(), null);
    jobs.clock.advanceMs(2_000);
    await failJob(jobs.deps, await leased(), { error: 'No face.', errorCode: 'no_face', final: true });
    const job = await jobs.read(accountId, jobId);
    assert.deepEqual([job.status, job.error, job.attempts], ['failed', 'No face.', 2]);
    assert.equal(await poolOf(accountId), FULL_POOL);
  });

  test('returning a job does not count as an attempt', async () => {
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    await giveBackJob(jobs.deps, await leased());
    const again = await leased();
    assert.equal(again.attempt, 1);
  });

  test('a batch of one tenant does not delay the single job of another', async () => {
    const many = await jobs.account();
    const one = await jobs.account();
    for (let i = 0; i < 12; i += 1) await jobs.enqueue(many);
    const running = await leased();
    const { jobId } = await jobs.enqueue(one);
    jobs.clock.advanceMs(1);
    assert.equal((await leased()).jobId, jobId, 'next in turn');
    jobs.clock.advanceMs(1);
    await jobs.finish(running);
    assert.equal((await jobs.read(many, (await leased()).jobId)).account_id, many);
  });

  test('two tenants with many jobs each take turns', async () => {
    const a = await jobs.account();
    const b = await jobs.account();
    for (let i = 0; i < 3; i += 1) await jobs.enqueue(a);
    for (let i = 0; i < 3; i += 1) await jobs.enqueue(b);
    const order: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      jobs.clock.advanceMs(1);
      const { rows } = await sql<{ account_id: string }>`
        SELECT account_id FROM jobs WHERE id = ${(await leased()).jobId}`.execute(jobs.db);
      order.push(rows[0]?.account_id === a ? 'a' : 'b');
    }
    assert.equal(order.join(''), 'ababab');
  });

  test('a job is leased only to a capable worker, and never to two', async () => {
    const accountId = await jobs.account();
    await jobs.enqueue(accountId, { needs: ['lipsync:musetalk'] });
    assert.equal(await jobs.lease(), null);
    const gpu = { workerId: 'gpu', capabilities: ['video', 'lipsync:musetalk'] };
    const all = await Promise.all(Array.from({ length: 5 }, () => jobs.lease(gpu)));
    assert.equal(all.filter((job) => job !== null).length, 1);
  });

  test('a batch completes once, with its last job, even when two finish at the same time', async () => {
    const accountId = await jobs.account();
    const size = 4;
    const batchId = prefixedId('batch');
    const batch = { id: batchId, accountId, size, webhookUrl: 'https://hooks.example.com/b' };
    await jobs.db.transaction().execute((tx) => createBatch(jobs.deps, tx, batch));
    for (let position = 0; position < size; position += 1)
      await jobs.enqueue(accountId, { batch: { id: batchId, position } });
    const taken = [await leased(), await leased(), await leased(), await leased()];
    const [first, second, third, fourth] = taken as [LeasedJob, LeasedJob, LeasedJob, LeasedJob];
    await jobs.finish(first);
    await failJob(jobs.deps, second, { error: 'No.', errorCode: 'no_face', final: true });
    assert.equal((await readBatch(jobs.db, accountId, batchId)).finishedAt, null);
    await Promise.all([jobs.finish(third), jobs.finish(fourth)]);
    const { finishedAt, metrics } = await readBatch(jobs.db, accountId, batchId);
    assert.ok(finishedAt);
    assert.deepEqual(metrics, { totalGenerations: 4, successCount: 3, failedCount: 1, pendingCount: 0 });
    assert.deepEqual(await jobs.events(batchId), ['batch.completed']);
  });

  test('a worker may upload and report only what the kind declares', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    const job = await leased();
    const video = { name: 'video', contentType: 'video/mp4' };
    const page = { name: 'video', contentType: 'text/html' };
    const refused = { code: 'result_refused' };
    const body = Buffer.from('x');
    await assert.rejects(putJobOutput(jobs.deps, job, page, body), refused);
    await assert.rejects(putJobOutput(jobs.deps, job, { ...video, name: 'constructor' }, body), refused);
    await putJobOutput(jobs.deps, job, { ...video, contentType: 'Video/MP4; codecs=avc1' }, body);
    const lies: JobResult[] = [
      { outputs: [video], measured: { tts_character: 1 } },
      { outputs: [page], measured: {} },
      { outputs: [], measured: {} },
    ];
    for (const lie of lies) await assert.rejects(completeJob(jobs.deps, job, lie), refused);
    assert.equal((await jobs.read(accountId, jobId)).status, 'processing');
    await completeJob(jobs.deps, job, { outputs: [video], measured: { video_second: 4 } });
    assert.equal(await poolOf(accountId), FULL_POOL - 45 - 40);
    const { open } = await openOutput(jobs.deps, accountId, jobId, 'output');
    const output = await open(undefined);
    output.body.destroy();
    assert.equal(output.contentType, 'video/mp4', 'stored as declared');
    assert.deepEqual(await jobs.differences(), []);
  });

  test('an output larger than its kind allows is refused and leaves nothing behind', async () => {
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    const job = await leased();
    const video = { name: 'video', contentType: 'video/mp4' };
    const endless = async function* () {
      for (;;) yield Buffer.alloc(TEST_MAX_BYTES / 2);
    };
    const tooLarge = { kind: 'invalid', code: 'output_too_large' };
    for (const body of [Buffer.alloc(TEST_MAX_BYTES + 1), endless()])
      await assert.rejects(putJobOutput(jobs.deps, job, video, body), tooLarge);
    assert.deepEqual(await jobs.files(job.jobId), []);
    await assert.rejects(completeJob(jobs.deps, job, { outputs: [video], measured: {} }), {
      code: 'output_missing',
    });
    await putJobOutput(jobs.deps, job, video, Buffer.alloc(TEST_MAX_BYTES));
  });

  test('a refused job is created as failed and announced in one transaction, and reserves nothing', async () => {
    const accountId = await jobs.account();
    const refusal = { error: 'Nobody has this model.', errorCode: 'lipsync_unavailable' };
    const webhookUrl = 'https://hooks.example.com/';
    const batchId = prefixedId('batch');
    const ids = await jobs.db.transaction().execute(async (tx) => {
      await createBatch(jobs.deps, tx, { id: batchId, accountId, size: 2, webhookUrl });
      const both = [0, 1].map((position) =>
        newJob(accountId, { refusal, webhookUrl, batch: { id: batchId, position } }),
      );
      return createJobs(jobs.deps, tx, accountId, both);
    });
    for (const { jobId, credits } of ids) {
      const job = await jobs.read(accountId, jobId);
      assert.deepEqual([job.status, job.error_code, credits], ['failed', 'lipsync_unavailable', 0]);
      assert.deepEqual(await jobs.events(jobId), ['video.failed']);
    }
    assert.equal((await readBatch(jobs.db, accountId, batchId)).finishedAt !== null, true);
    assert.deepEqual(await jobs.events(batchId), ['batch.completed']);
    assert.equal(await jobs.lease(), null);
    assert.equal(await poolOf(accountId), FULL_POOL);
  });

  test('an account cannot read or cancel the job of another', async () => {
    const owner = await jobs.account();
    const stranger = await jobs.account();
    const { jobId } = await jobs.enqueue(owner);
    await assert.rejects(jobs.read(stranger, jobId), { code: 'job_not_found' });
    await assert.rejects(cancelJob(jobs.deps, stranger, jobId), { code: 'job_not_found' });
    await assert.rejects(openOutput(jobs.deps, stranger, jobId, 'output'), { code: 'job_not_found' });
    assert.equal((await jobs.read(owner, jobId)).status, 'queued');
  });
});

/** A database handle that runs `work` before each transaction. */
function beforeTransactions(db: Db, work: () => Promise<void>): Db {
  const transaction = () => ({
    execute: async <T>(run: (tx: Tx) => Promise<T>) => {
      await work();
      return db.transaction().execute(run);
    },
  });
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
