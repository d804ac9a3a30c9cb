import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { App } from '../../http/index.ts';
import { createTestServer } from '../../http/testing.ts';
import { silentLog } from '../../platform/log.ts';
import { type JobWatch, sweepJobFiles, watchJobs } from '../jobs/index.ts';
import { openJobs, type TestJobs } from '../jobs/testing/open-jobs.ts';
import { TEST_MAX_BYTES } from '../jobs/testing/test-kind.ts';
import {
  type Assignment,
  createEmbeddedSource,
  createHttpSource,
  type JobSource,
  workerRoutes,
} from './index.ts';
import { runJob } from './run-job.ts';

const CAPABILITIES = ['video', 'lipsync:own'];
const SECRET = 'worker';

let jobs: TestJobs;
let watch: JobWatch;
let app: App;
let server: string;
let workDir: string;

describe('the file of a checkpoint', () => {
  before(async () => {
    workDir = await mkdtemp(join(tmpdir(), 'worker-'));
    jobs = await openJobs();
    watch = await watchJobs(jobs.database);
    app = await createTestServer();
    await app.register(workerRoutes({ ...jobs.deps, watch }));
    await app.listen({ port: 0, host: '127.0.0.1' });
    server = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await app.close();
    await watch.close();
    await jobs.close();
    await rm(workDir, { recursive: true });
  });

  const SOURCES: Record<string, () => JobSource> = {
    'in process': () =>
      createEmbeddedSource({ ...jobs.deps, watch }, { workerId: 'embedded', capabilities: CAPABILITIES }),
    'over HTTP': () => createHttpSource({ server, secret: SECRET, name: 'test', capabilities: CAPABILITIES }),
  };

  const attempt = async (createSource: () => JobSource, run: (assignment: Assignment) => Promise<void>) => {
    const { signal } = new AbortController();
    const source = createSource();
    const job = await source.lease(signal);
    assert.ok(job);
    const runner = {
      kind: 'video',
      capabilities: CAPABILITIES,
      run: async (assignment: Assignment) => {
        await run(assignment);
        const path = join(assignment.folder, 'video.mp4');
        await writeFile(path, 'a video');
        const outputs = [{ name: 'video', contentType: 'video/mp4', path }];
        return { outputs, measured: { video_second: 1 }, durationSeconds: 1 };
      },
    };
    await runJob({ source, workDir, log: silentLog, abandon: signal }, runner, job);
    await source.leave();
  };
  const saveText = async ({ folder, saveCheckpoint }: Assignment, text: string, data: object) => {
    const path = join(folder, `saved-${text.length}`);
    await writeFile(path, text);
    await saveCheckpoint(data, path);
  };

  for (const [name, createSource] of Object.entries(SOURCES)) {
    test(`${name}: the next attempt has it, a checkpoint without one keeps it, and it goes with the job`, async () => {
      const accountId = await jobs.account();
      const { jobId } = await jobs.enqueue(accountId);
      await attempt(createSource, async (assignment) => {
        assert.deepEqual([assignment.checkpoint, assignment.checkpointFile], [null, null]);
        await saveText(assignment, 'one', { step: 1 });
        await saveText(assignment, 'one and two', { step: 2 });
        throw new Error('the machine is on fire');
      });
      jobs.clock.advanceMs(60_000);
      await attempt(createSource, async (assignment) => {
        assert.deepEqual(assignment.checkpoint, { step: 2 });
        assert.equal(await readFile(assignment.checkpointFile ?? '', 'utf8'), 'one and two');
        await assignment.saveCheckpoint({ step: 3 });
        throw new Error('again');
      });
      jobs.clock.advanceMs(60_000);
      await attempt(createSource, async ({ checkpoint, checkpointFile }) => {
        assert.deepEqual(checkpoint, { step: 3 });
        assert.equal(await readFile(checkpointFile ?? '', 'utf8'), 'one and two');
      });
      const job = await jobs.read(accountId, jobId);
      assert.equal(job.status, 'completed');
      jobs.clock.advanceMs(24 * 3_600_000);
      await sweepJobFiles(jobs.deps);
      assert.deepEqual(await jobs.files(jobId), [`jobs/${jobId}/${job.outputs_of}/video`]);
    });
  }

  test('one that is too large fails the job', async () => {
    const source = SOURCES['in process'] ?? assert.fail();
    const accountId = await jobs.account();
    const { jobId } = await jobs.enqueue(accountId);
    await attempt(source, async (assignment) => {
      await saveText(assignment, 'small', { step: 1 });
      await saveText(assignment, 'x'.repeat(TEST_MAX_BYTES + 1), { step: 2 });
    });
    const job = await jobs.read(accountId, jobId);
    assert.equal(job.status, 'failed');
    assert.match(job.error ?? '', /larger|bytes/u);
  });
});
