import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '../platform/ids.ts';
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
const LEFTOVER_MS = 24 * 3_600_000;

/** The worker inside the server. */
export async function startEmbeddedWorker(
  deps: JobDeps & WorkerRouteDeps & { watch: JobWatch },
  runners: readonly JobRunner[],
  { name, dataDir, concurrency }: { name: string; dataDir: string; concurrency: number },
) {
  const workerId = uuidv7();
  const capabilities = [...new Set(runners.flatMap((runner) => runner.capabilities))];
  const heartbeat = () => registerWorker(deps, { id: workerId, name, capabilities });
  // A worker that takes no jobs must not be registered as one.
  if (concurrency === 0) return { heartbeat: async () => undefined, stop: async () => undefined };
  await heartbeat();
  const source = createEmbeddedSource(deps, { workerId, capabilities });
  const workDir = join(dataDir, 'work');
  await removeLeftovers(workDir, deps.clock.now());
  const worker = new Worker({ source, runners, concurrency, workDir, log: deps.log });
  worker.start();
  return { heartbeat, stop: () => worker.stop({ graceMs: GRACE_MS }) };
}

/** Removes folders of attempts that crashed. Recent ones may belong to another process that is still running. */
async function removeLeftovers(workDir: string, now: Date): Promise<void> {
  const names = await readdir(workDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const path = join(workDir, name);
    const { mtimeMs } = await stat(path);
    if (now.getTime() - mtimeMs > LEFTOVER_MS) await rm(path, { recursive: true, force: true });
  }
}
