import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundled } from './service-process.ts';

export type WorkerProcess = { pid: number; kill(): Promise<void>; stop(): Promise<void> };

/** Starts the real worker program for the service at `url`. Its log is written beside its data. */
export async function startWorker(
  url: string,
  secret: string,
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<WorkerProcess> {
  await mkdir(dataDir, { recursive: true });
  const child = spawn(process.execPath, [await bundled('worker'), '--server', url], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      MODELS_DIR: resolve(process.env.MODELS_DIR ?? 'data/models'),
      WORKER_SECRET: secret,
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  child.stderr?.pipe(createWriteStream(join(dataDir, 'worker.log'), { flags: 'a' }));
  const { pid } = child;
  if (pid === undefined || !child.stdout) throw new Error('the worker could not be started');
  // The worker prints its capabilities when it is ready.
  await once(child.stdout, 'data');
  const end = async (signal: NodeJS.Signals) => {
    const left = once(child, 'exit');
    child.kill(signal);
    await left;
  };
  return { pid, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
