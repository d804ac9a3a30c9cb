import { join } from 'node:path';
import { uuidv7 } from '../platform/ids.ts';
import type { Tracing } from '../platform/tracing/index.ts';
import type { JobDeps, JobWatch } from '../work/jobs/index.ts';
import {
  createEmbeddedSource,
  type JobRunner,
  registerWorker,
  Worker,
  type WorkerRouteDeps,
} from '../work/workers/index.ts';

/** Lets jobs that are nearly done finish; the rest return to the queue. */
const GRACE_MS = 5_000;

/** The worker inside the server. */
export async function startEmbeddedWorker(
  deps: JobDeps & WorkerRouteDeps & { watch: JobWatch },
  runners: readonly JobRunner[],
  {
    name,
    dataDir,
    concurrency,
    tracing,
  }: { name: string; dataDir: string; concurrency: number; tracing: Tracing },
) {
  const workerId = uuidv7();
  const capabilities = [...new Set(runners.flatMap((runner) => runner.capabilities))];
  const heartbeat = () => registerWorker(deps, { id: workerId, name, capabilities });
  // A worker that takes no jobs must not be registered as one.
  if (concurrency === 0) return { heartbeat: async () => undefined, stop: async () => undefined };
  await heartbeat();
  const source = createEmbeddedSource(deps, { workerId, capabilities });
  const workDir = join(dataDir, 'work');
  const worker = new Worker({ source, runners, concurrency, workDir, log: deps.log, tracing });
  await worker.start();
  return { heartbeat, stop: () => worker.stop({ graceMs: GRACE_MS }) };
}
