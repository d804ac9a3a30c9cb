import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { testLog } from '../../platform/testing/test-log.ts';
import { until } from '../../platform/testing/until.ts';
import { type JobSource, Worker } from './index.ts';

type Leased = Awaited<ReturnType<JobSource['lease']>>;

const jobOf = (jobId: string): Leased => ({
  jobId,
  token: jobId,
  kind: 'video',
  attempt: 1,
  request: {},
  inputs: [],
  checkpoint: null,
  hasCheckpointFile: false,
  leaseSeconds: 30,
});

test('a job that is leased to an extra lane just when that lane closes returns to the queue', async (t) => {
  const workDir = await mkdtemp(join(tmpdir(), 'worker-'));
  t.after(() => rm(workDir, { recursive: true }));
  const long = Promise.withResolvers<void>();
  const late = Promise.withResolvers<Leased>();
  const started: string[] = [];
  const returned: string[] = [];
  let extraLanes = 0;
  let leases = 0;
  const nothing = async () => undefined;
  const noFile = () => Promise.reject(new Error('no job has files'));
  const source: JobSource = {
    async lease(signal, besides) {
      // It is the same over HTTP: whoever aborts does not learn which job the server has leased.
      const aborted = new Promise<null>((resolve) => {
        signal.addEventListener('abort', () => resolve(null), { once: true });
      });
      if (besides) {
        extraLanes += 1;
        return Promise.race([late.promise, aborted]);
      }
      leases += 1;
      return leases === 1 ? jobOf('long') : aborted;
    },
    giveBack: async ({ jobId }) => void returned.push(jobId),
    report: nothing,
    reserve: nothing,
    saveCheckpoint: nothing,
    putOutput: nothing,
    complete: nothing,
    fail: nothing,
    leave: nothing,
    putCheckpointFile: nothing,
    openInput: noFile,
    openCheckpointFile: noFile,
  };
  const run = async ({ jobId }: { jobId: string }) => {
    started.push(jobId);
    await long.promise;
    return { outputs: [], measured: {} };
  };
  const runners = [{ kind: 'video', capabilities: ['video'], run }];
  const worker = new Worker({ source, runners, concurrency: 1, turnMs: 1, workDir, log: testLog });
  t.after(() => worker.stop({ graceMs: 0 }));
  await worker.start();
  await until(() => extraLanes === 1);
  long.resolve();
  await until(() => leases === 2);
  late.resolve(jobOf('late'));
  await until(() => returned.length === 1);
  assert.deepEqual([started, returned], [['long'], ['late']]);
});
