import { isStoreUnavailable } from '../../platform/database/index.ts';
import { fileBody, type Storage } from '../../platform/storage/index.ts';
import {
  completeJob,
  failJob,
  giveBackJob,
  type JobDeps,
  type JobWatch,
  leaseJob,
  type OutputDeps,
  openCheckpointFile,
  openJobInput,
  putCheckpointFile,
  putJobOutput,
  reportProgress,
  reserveMeasured,
  saveCheckpoint,
} from '../jobs/index.ts';
import { removeWorker } from './registry.ts';
import { retryWhile } from './retry.ts';
import type { JobSource } from './source.ts';
import { waitForJob } from './wait-for-job.ts';

const WAIT_MS = 20_000;

/** Serves the worker inside the server, which takes jobs directly from the database. */
export function createEmbeddedSource(
  deps: JobDeps & OutputDeps & { storage: Storage; watch: JobWatch },
  worker: { workerId: string; capabilities: readonly string[] },
): JobSource {
  return {
    lease: (signal, besides) =>
      waitForJob(deps.watch, () => leaseJob(deps, worker, besides), { ms: WAIT_MS, signal }),
    report: (lease, progress) => reportProgress(deps, lease, progress),
    reserve: (lease, measured) => retrying(() => reserveMeasured(deps, lease, measured)),
    saveCheckpoint: (lease, checkpoint) => retrying(() => saveCheckpoint(deps, lease, checkpoint)),
    putCheckpointFile: (lease, { name, path }, signal) =>
      putCheckpointFile(deps, lease, name, fileBody(path, signal)),
    openCheckpointFile: async (lease) => (await openCheckpointFile(deps, lease)).body,
    openInput: async (lease, name) => (await openJobInput(deps, lease, name)).body,
    putOutput: (lease, { path, ...output }, signal) =>
      putJobOutput(deps, lease, output, fileBody(path, signal)),
    complete: (lease, result) => retrying(() => completeJob(deps, lease, result)),
    fail: (lease, failure) => retrying(() => failJob(deps, lease, failure)),
    giveBack: (lease) => giveBackJob(deps, lease),
    leave: () => removeWorker(deps, { id: worker.workerId, secretId: null }),
  };
}

/** A database that restarts or stalls should not waste what a worker has done. */
const retrying = <Result>(call: () => Promise<Result>): Promise<Result> =>
  retryWhile(isStoreUnavailable, call);
