import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../http/index.ts';
import { createTestServer } from '../../http/testing.ts';
import { DomainError } from '../../platform/errors.ts';
import { StorageFull } from '../../platform/storage/index.ts';
import { testLog } from '../../platform/testing/test-log.ts';
import { until } from '../../platform/testing/until.ts';
import { cancelJob, type JobRow, type JobWatch, watchJobs } from '../jobs/index.ts';
import { openJobs, type TestJobs } from '../jobs/testing/open-jobs.ts';
import { TEST_MAX_BYTES } from '../jobs/testing/test-kind.ts';
import {
  type Assignment,
  createEmbeddedSource,
  createHttpSource,
  isOffered,
  type JobSource,
  listWorkers,
  type RunResult,
  Worker,
  workerRoutes,
} from './index.ts';

const CAPABILITIES = ['video', 'lipsync:own'];
const SECRET = 'worker';

class NoFace extends DomainError {
  constructor() {
    super({ kind: 'invalid', code: 'no_face', public: 'No face was found.' });
  }
}

let jobs: TestJobs;
let watch: JobWatch;
let app: App;
let server: string;
let workDir: string;

describe('workers of every kind', () => {
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

  for (const [name, createSource] of Object.entries(SOURCES)) {
    describe(`a worker ${name}`, () => {
      let worker: Worker | undefined;
      afterEach(async () => {
        await worker?.stop({ graceMs: 0 });
        await jobs.cancelAll();
      });

      async function start(
        run: (assignment: Assignment) => Promise<RunResult>,
        turnMs = 60_000,
      ): Promise<void> {
        const runner = { kind: 'video', capabilities: CAPABILITIES, run };
        worker = new Worker({
          source: createSource(),
          runners: [runner],
          concurrency: 1,
          turnMs,
          workDir,
          log: testLog,
        });
        await worker.start();
      }

      function untilJob(accountId: string, jobId: string, is: (job: JobRow) => boolean): Promise<JobRow> {
        const read = () => {
          jobs.clock.advanceMs(25);
          return jobs.read(accountId, jobId);
        };
        return until(read, is);
      }
      const isFinished = ({ finished_at }: JobRow) => finished_at !== null;

      test('fetches inputs, reports progress, uploads and completes', async () => {
        const accountId = await jobs.account();
        await jobs.storage.put('uploads/picture', Buffer.from('a picture'), { contentType: 'image/png' });
        const input = { name: 'picture', objectKey: 'uploads/picture', contentType: 'image/png' };
        await start(async ({ inputs, folder, progress }) => {
          const picture = await readFile(inputs.get('picture') ?? '', 'utf8');
          progress({ stage: 'rendering', progress: 0.5 });
          const path = join(folder, 'video.mp4');
          await writeFile(path, `video of ${picture}`);
          const outputs = [{ name: 'video' as const, contentType: 'video/mp4', path }];
          return { outputs, measured: { video_second: 1 }, durationSeconds: 1, width: 854, height: 480 };
        });
        const { jobId } = await jobs.enqueue(accountId, { inputs: [input] });
        const job = await untilJob(accountId, jobId, isFinished);
        assert.deepEqual([job.status, job.width, job.height, job.attempts], ['completed', 854, 480, 1]);
        const stored = await jobs.storage.get(`jobs/${jobId}/${job.outputs_of}/video`);
        assert.ok(stored);
        assert.equal(Buffer.concat(await stored.body.toArray()).toString(), 'video of a picture');
        assert.equal((await jobs.wallet(accountId)).pool_credits, 12_000 - 45 - 10);
      });

      test('a job that exceeds its turn lets jobs of other accounts run, but none of its own account', async () => {
        const slow = await jobs.account();
        const other = await jobs.account();
        const third = await jobs.account();
        const gate = Promise.withResolvers<void>();
        const first = (await jobs.enqueue(slow)).jobId;
        const started: string[] = [];
        await start(async ({ jobId, folder, signal }) => {
          started.push(jobId);
          // Without the signal, a failed assertion would keep the worker from stopping, and the test would hang.
          if (jobId === first) await Promise.race([gate.promise, once(signal, 'abort')]);
          const path = join(folder, 'video.mp4');
          await writeFile(path, 'a video');
          const outputs = [{ name: 'video' as const, contentType: 'video/mp4', path }];
          return { outputs, measured: { video_second: 1 }, durationSeconds: 1, width: 854, height: 480 };
        }, 50);
        await untilJob(slow, first, ({ status }) => status === 'processing');
        const second = (await jobs.enqueue(slow)).jobId;
        const passing = [(await jobs.enqueue(other)).jobId, (await jobs.enqueue(third)).jobId];
        await untilJob(other, passing[0] ?? '', isFinished);
        await untilJob(third, passing[1] ?? '', isFinished);
        assert.equal((await jobs.read(slow, first)).status, 'processing');
        assert.equal((await jobs.read(slow, second)).status, 'queued', 'a tenant waits for itself');
        gate.resolve();
        await untilJob(slow, second, isFinished);
        assert.deepEqual(started, [first, ...passing, second]);
      });

      test('an attempt goes on from the checkpoint of the one before', async () => {
        const accountId = await jobs.account();
        const found: unknown[] = [];
        await start(async ({ checkpoint, saveCheckpoint, folder }) => {
          found.push(checkpoint);
          if (checkpoint === null) {
            await saveCheckpoint({ step: 3, weights: [0.25, -1] });
            throw new Error('the machine is on fire');
          }
          const path = join(folder, 'video.mp4');
          await writeFile(path, 'a video');
          const outputs = [{ name: 'video' as const, contentType: 'video/mp4', path }];
          return { outputs, measured: { video_second: 1 }, durationSeconds: 1 };
        });
        const { jobId } = await jobs.enqueue(accountId);
        await untilJob(accountId, jobId, ({ status, attempts }) => status === 'queued' && attempts === 1);
        jobs.clock.advanceMs(5_000);
        assert.equal((await untilJob(accountId, jobId, isFinished)).status, 'completed');
        assert.deepEqual(found, [null, { step: 3, weights: [0.25, -1] }]);
      });

      test('shows the customer what is wrong with the request, and releases everything', async () => {
        const accountId = await jobs.account();
        await start(async () => {
          throw new NoFace();
        });
        const { jobId } = await jobs.enqueue(accountId);
        const job = await untilJob(accountId, jobId, isFinished);
        assert.deepEqual([job.status, job.error, job.attempts], ['failed', 'No face was found.', 1]);
        assert.equal((await jobs.wallet(accountId)).pool_credits, 12_000);
      });

      test('runs a job that fails on our side three times, and reveals nothing internal', async () => {
        const accountId = await jobs.account();
        await start(async () => {
          jobs.clock.advanceMs(60_000);
          throw new Error('segmentation fault at 0xdead');
        });
        const { jobId } = await jobs.enqueue(accountId);
        jobs.clock.advanceMs(60_000);
        const job = await untilJob(accountId, jobId, (row) => {
          jobs.clock.advanceMs(1_000);
          return isFinished(row);
        });
        assert.deepEqual([job.status, job.attempts, job.error_code], ['failed', 3, 'render_failed']);
        assert.doesNotMatch(job.error ?? '', /0xdead/);
      });

      test('fails a job whose output is too large, and stores and charges nothing', async () => {
        const accountId = await jobs.account();
        await start(async ({ folder }) => {
          jobs.clock.advanceMs(60_000);
          const path = join(folder, 'video.mp4');
          await writeFile(path, Buffer.alloc(TEST_MAX_BYTES + 1));
          const outputs = [{ name: 'video' as const, contentType: 'video/mp4', path }];
          return { outputs, measured: { video_second: 1 } };
        });
        const { jobId } = await jobs.enqueue(accountId);
        const job = await untilJob(accountId, jobId, (row) => {
          jobs.clock.advanceMs(1_000);
          return isFinished(row);
        });
        assert.equal(job.status, 'failed');
        assert.deepEqual(await jobs.files(jobId), []);
        assert.equal((await jobs.wallet(accountId)).pool_credits, 12_000);
      });

      test('drops a canceled job and takes the next', async () => {
        const accountId = await jobs.account();
        const started = Promise.withResolvers<void>();
        const aborted = Promise.withResolvers<void>();
        await start(async ({ signal, progress, request, folder }) => {
          if ((request as { say: string }).say === 'next') {
            await writeFile(join(folder, 'x'), 'x');
            const outputs = [{ name: 'video' as const, contentType: 'video/mp4', path: join(folder, 'x') }];
            return { outputs, measured: {} };
          }
          started.resolve();
          while (!signal.aborted) {
            progress({ progress: Math.random() });
            await sleep(20);
          }
          aborted.resolve();
          throw signal.reason;
        });
        const { jobId } = await jobs.enqueue(accountId);
        await started.promise;
        await cancelJob(jobs.deps, accountId, jobId);
        await aborted.promise;
        assert.equal((await jobs.read(accountId, jobId)).status, 'canceled');
        const next = await jobs.enqueue(accountId, { request: { say: 'next' } });
        assert.equal((await untilJob(accountId, next.jobId, isFinished)).status, 'completed');
      });

      test('removes what a killed worker has left in its folder, such as the samples of a voice', async () => {
        const accountId = await jobs.account();
        let folder = '';
        const run = async (assignment: Assignment): Promise<RunResult> => {
          folder = assignment.folder;
          throw new NoFace();
        };
        await start(run);
        const { jobId } = await jobs.enqueue(accountId);
        await untilJob(accountId, jobId, isFinished);
        await worker?.stop({ graceMs: 0 });
        const { pid } = spawnSync(process.execPath, ['--version']);
        const left = basename(folder).replace(`-${process.pid}-`, `-${pid}-`);
        await mkdir(join(workDir, left));
        await writeFile(join(workDir, left, 'input-0'), 'a sample');
        await start(run);
        assert.deepEqual(await readdir(workDir), []);
      });

      test('returns its job when stopped, without counting the attempt', async () => {
        const accountId = await jobs.account();
        const started = Promise.withResolvers<void>();
        await start(async ({ signal }) => {
          started.resolve();
          await sleep(60_000, undefined, { signal });
          throw new Error('never');
        });
        const { jobId } = await jobs.enqueue(accountId);
        await started.promise;
        await worker?.stop({ graceMs: 10 });
        const job = await jobs.read(accountId, jobId);
        assert.deepEqual([job.status, job.attempts], ['queued', 0]);
      });
    });
  }

  describe('worker routes', () => {
    const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
      fetch(`${server}/api/internal/workers/${path}`, {
        ...init,
        headers: { 'x-worker-secret': SECRET, 'content-type': 'application/json', ...init.headers },
      });
    const post = (path: string, body: object, headers = {}) =>
      call(path, { method: 'POST', body: JSON.stringify(body), headers });

    test('403 without the secret', async () => {
      const headers = { 'x-worker-secret': 'guess' };
      assert.equal((await post('register', { name: 'x', capabilities: ['video'] }, headers)).status, 403);
      assert.equal((await post('anyone/lease', { wait_seconds: 0 }, headers)).status, 403);
    });

    test('404 for an unregistered worker; 204 when there is no job', async () => {
      assert.equal((await post('nobody/lease', { wait_seconds: 0 })).status, 404);
      const registered = await post('register', {
        name: 'gpu-1',
        capabilities: ['video', 'lipsync:musetalk'],
      });
      const { worker_id: id } = (await registered.json()) as { worker_id: string };
      assert.equal((await post(`${id}/lease`, { wait_seconds: 0 })).status, 204);
      assert.equal(await isOffered(jobs.deps, ['video', 'lipsync:musetalk']), true);
      jobs.clock.advanceMs(100_000);
      assert.equal(await isOffered(jobs.deps, ['video', 'lipsync:musetalk']), false);
      assert.ok((await listWorkers(jobs.deps)).some(({ name, alive }) => name === 'gpu-1' && !alive));
    });

    test('a worker that leaves is offered no more, and what it was leased is back in the queue at once', async () => {
      const accountId = await jobs.account();
      const registered = await post('register', {
        name: 'gpu-2',
        capabilities: ['video', 'lipsync:own', 'x'],
      });
      const { worker_id: id } = (await registered.json()) as { worker_id: string };
      const { jobId } = await jobs.enqueue(accountId);
      assert.equal((await post(`${id}/lease`, { wait_seconds: 5 })).status, 200);
      assert.equal((await jobs.read(accountId, jobId)).status, 'processing');
      assert.equal(await isOffered(jobs.deps, ['x']), true);
      assert.equal((await call(id, { method: 'DELETE' })).status, 204);
      const job = await jobs.read(accountId, jobId);
      assert.deepEqual([job.status, job.attempts], ['queued', 0]);
      assert.equal(await isOffered(jobs.deps, ['x']), false);
      assert.equal((await call(id, { method: 'DELETE' })).status, 204, 'twice is once');
      await cancelJob(jobs.deps, accountId, jobId);
    });

    test('409 for a lease that is not the job’s, on every route', async () => {
      const accountId = await jobs.account();
      const { jobId } = await jobs.enqueue(accountId);
      const lease = { 'x-lease-token': '00000000-0000-4000-8000-000000000000' };
      const ending = { outputs: [{ name: 'video', content_type: 'video/mp4' }], measured: {} };
      const failing = { error: 'x', error_code: 'no_face', final: true };
      assert.equal((await post(`jobs/${jobId}/report`, { progress: 1 }, lease)).status, 409);
      assert.equal((await post(`jobs/${jobId}/fail`, failing, lease)).status, 409);
      assert.equal((await post(`jobs/${jobId}/complete`, ending, lease)).status, 400, 'nothing was uploaded');
      const upload = { method: 'PUT', body: 'x', headers: { ...lease, 'content-type': 'video/mp4' } };
      assert.equal((await call(`jobs/${jobId}/outputs/video`, upload)).status, 409);
      assert.equal((await call(`jobs/${jobId}/inputs/picture`, { headers: lease })).status, 409);
      assert.equal((await jobs.read(accountId, jobId)).status, 'queued');
    });

    describe('an upload that cannot be kept is answered, even while the worker is still sending it', () => {
      async function* endless(): AsyncGenerator<Buffer> {
        for (; ; await sleep(5)) yield Buffer.alloc(TEST_MAX_BYTES);
      }

      async function upload(
        chunks: AsyncIterable<Buffer> | Buffer[] = endless(),
      ): Promise<{ jobId: string; response: Response }> {
        await jobs.enqueue(await jobs.account());
        // A lease call of a worker that just stopped may hold the job for a moment.
        const job = await until(() => jobs.lease());
        assert.ok(job);
        const body = ReadableStream.from(chunks) as unknown as RequestInit['body'];
        const headers = { 'x-lease-token': job.token, 'content-type': 'video/mp4' };
        const init = { method: 'PUT', body, duplex: 'half', headers } as const;
        return { jobId: job.jobId, response: await call(`jobs/${job.jobId}/outputs/video`, init) };
      }

      test('400 when it is larger than its kind allows', async () => {
        const { jobId, response } = await upload();
        assert.equal(response.status, 400);
        const { code, error } = (await response.json()) as { code: string; error: string };
        assert.equal(code, 'output_too_large');
        assert.match(error, /"video"/);
        assert.deepEqual(await jobs.files(jobId), []);
      });

      test('503 when the storage fills up', async (t) => {
        t.mock.method(jobs.storage, 'put', async (_key: string, body: AsyncIterable<Uint8Array>) => {
          for await (const _ of body) throw new StorageFull(new Error('full'));
        });
        // A film is stored when it is whole and signed.
        const { response } = await upload([Buffer.alloc(TEST_MAX_BYTES)]);
        assert.equal(response.status, 503);
        assert.equal(((await response.json()) as { code: string }).code, 'storage_full');
      });
    });
  });
});
