import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { completeJob, type LeasedJob, LeaseLost, putJobOutput, reserveMeasured } from './index.ts';
import { openJobs, type TestJobs } from './testing/open-jobs.ts';

/** Credits that the test job reserves: for 45 characters and 3 seconds, of at most 20. */
const RESERVED = 75;
const FULL_POOL = 12_000;
const VIDEO = { name: 'video', contentType: 'video/mp4' };

describe('jobs that turn out longer than their estimate', () => {
  let jobs: TestJobs;
  before(async () => {
    jobs = await openJobs();
  });
  after(() => jobs.close());

  async function leased(): Promise<LeasedJob> {
    const job = await jobs.lease();
    assert.ok(job);
    return job;
  }
  const poolOf = async (accountId: string) => (await jobs.wallet(accountId)).pool_credits;
  const measure = (job: LeasedJob, seconds: number) =>
    reserveMeasured(jobs.deps, job, { video_second: seconds });
  async function assertBalanced(): Promise<void> {
    assert.equal(await jobs.openCharges(), 0);
    assert.deepEqual(await jobs.differences(), []);
  }

  test('reserves the measured length before rendering, once, however often the worker asks', async () => {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    const job = await leased();
    await measure(job, 7.5);
    await measure(job, 7.5);
    await measure(job, 2);
    assert.equal(await poolOf(accountId), FULL_POOL - RESERVED - 50);
    await jobs.finish(job, 7.5);
    assert.equal(await poolOf(accountId), FULL_POOL - 45 - 80);
    assert.equal((await jobs.read(accountId, jobId)).credits, 45 + 80);
    await assertBalanced();
  });

  test('releases what was reserved but not rendered', async () => {
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    const job = await leased();
    await measure(job, 12);
    await jobs.finish(job, 4);
    assert.equal(await poolOf(accountId), FULL_POOL - 45 - 40);
    await assertBalanced();
  });

  test('settles for the actual length when the worker measures only at the end', async () => {
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    await jobs.finish(await leased(), 7.5);
    assert.equal(await poolOf(accountId), FULL_POOL - 45 - 80);
    await assertBalanced();
  });

  test('a length that the balance cannot cover fails the job before rendering and releases everything', async () => {
    const accountId = await jobs.prepaid({ pool: RESERVED + 20, micros: 40 });
    const { jobId } = await jobs.enqueue(accountId);
    const job = await leased();
    await assert.rejects(measure(job, 7.5), LeaseLost);
    const ended = await jobs.read(accountId, jobId);
    assert.deepEqual([ended.status, ended.error_code, ended.attempts], ['failed', 'balance_exhausted', 1]);
    assert.match(ended.error ?? '', /Nothing was charged\.$/);
    assert.equal(await poolOf(accountId), RESERVED + 20);
    await assertBalanced();
  });

  test('never delivers an unpaid output when the worker measures only at the end', async () => {
    const accountId = await jobs.prepaid({ pool: RESERVED + 20, micros: 40 });
    const { jobId } = await jobs.enqueue(accountId);
    await assert.rejects(jobs.finish(await leased(), 7.5), LeaseLost);
    const ended = await jobs.read(accountId, jobId);
    assert.deepEqual([ended.status, ended.outputs], ['failed', null]);
    assert.equal(await poolOf(accountId), RESERVED + 20);
    await assertBalanced();
  });

  test('a measured quantity over the job’s limit fails it, whatever the balance', async () => {
    const accountId = await jobs.account();
    for (const end of [measure, (job: LeasedJob, seconds: number) => jobs.finish(job, seconds)]) {
      const { jobId } = await jobs.enqueue(accountId);
      await assert.rejects(end(await leased(), 20.5), LeaseLost);
      assert.equal((await jobs.read(accountId, jobId)).error_code, 'limit_exceeded');
    }
    assert.equal(await poolOf(accountId), FULL_POOL);
    await assertBalanced();
  });

  test('a unit that may not exceed its reservation never costs more', async () => {
    const accountId = await jobs.account();
    const payer = { plan: 'free', credentialId: 'key-1', ephemeralKeyId: undefined };
    const charges = [{ ...payer, unit: 'tts_character' as const, quantity: 45, credits: 45 }];
    await jobs.enqueue(accountId, { kind: 'capped', needs: [], charges });
    const job = await leased();
    await reserveMeasured(jobs.deps, job, { tts_character: 1e6 });
    await putJobOutput(jobs.deps, job, VIDEO, Buffer.from('x'));
    await completeJob(jobs.deps, job, { outputs: [VIDEO], measured: { tts_character: 1e6 } });
    assert.equal(await poolOf(accountId), FULL_POOL - 45);
    await assertBalanced();
  });
});
