import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type JobWatch, watchJobs } from '../jobs/index.ts';
import { openJobs, type TestJobs } from '../jobs/testing/open-jobs.ts';
import { createEmbeddedSource } from './index.ts';

const CAPABILITIES = ['video', 'lipsync:own'];

describe('the worker of the server, while the database cannot be reached', () => {
  let jobs: TestJobs;
  let watch: JobWatch;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'embedded-'));
    jobs = await openJobs();
    watch = await watchJobs(jobs.database);
  });
  after(async () => {
    await watch.close();
    await jobs.close();
    await rm(folder, { recursive: true });
  });

  async function leased() {
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    const source = createEmbeddedSource(
      { ...jobs.deps, watch },
      { workerId: 'embedded', capabilities: CAPABILITIES },
    );
    const lease = await source.lease(new AbortController().signal);
    assert.equal(lease?.jobId, jobId);
    return { accountId, source, lease };
  }
  const unreachable = () => {
    throw new Error('timeout exceeded when trying to connect');
  };

  test('completes its job once the database is back, and charges it once', async (t) => {
    const { accountId, source, lease } = await leased();
    const path = join(folder, 'video.mp4');
    await writeFile(path, 'a video');
    const output = { name: 'video' as const, contentType: 'video/mp4' };
    await source.putOutput(lease, { ...output, path }, new AbortController().signal);
    t.mock.method(jobs.deps.db, 'transaction', unreachable, { times: 2 });
    await source.complete(lease, { outputs: [output], measured: { video_second: 1 }, durationSeconds: 1 });
    const { status, attempts } = await jobs.read(accountId, lease.jobId);
    assert.deepEqual([status, attempts], ['completed', 1]);
    assert.equal((await jobs.wallet(accountId)).pool_credits, 12_000 - 45 - 10);
  });

  test('reports a failure once the database is back', async (t) => {
    const { accountId, source, lease } = await leased();
    t.mock.method(jobs.deps.db, 'transaction', unreachable, { times: 1 });
    await source.fail(lease, { error: 'No face was found.', errorCode: 'no_face', final: true });
    assert.equal((await jobs.read(accountId, lease.jobId)).status, 'failed');
    assert.equal((await jobs.wallet(accountId)).pool_credits, 12_000);
  });
});
