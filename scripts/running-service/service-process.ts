import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childrenOf, type Process } from './processes.ts';

export type ServiceOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  speechProcesses?: number | undefined;
  /** Callers that repeat texts may need each one synthesized again. */
  withoutCache?: boolean;
  /** 0 leaves jobs to worker processes. */
  jobConcurrency?: number;
  workerSecret?: string;
  /** `host:port` of a receiver of webhooks on this machine. */
  outboundAllow?: string;
  /** A service that must restart on the same port names it. */
  port?: number;
  /** Another program than the whole service. */
  program?: string;
  /** Where it runs; here by default. */
  cwd?: string;
  settings?: Record<string, string>;
};

export type ServiceProcess = {
  url: string;
  pid: number;
  /** All processes that the service has started, such as engines. */
  children(): Promise<Process[]>;
  /** Sends SIGKILL: no handler runs. */
  kill(): Promise<void>;
  /** Stops it like an operator. Rejects if the exit status is not 0. */
  stop(): Promise<void>;
};

const ROOT = new URL('../../', import.meta.url).pathname;
const START_MS = 300_000;
const POLL_MS = 50;

/** Starts the real program in its own process, folder and port. Its log is written beside its data. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  await mkdir(options.dataDir, { recursive: true });
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [options.program ?? (await bundled('serve'))], {
    env: environmentOf(options, port),
    ...(options.cwd && { cwd: options.cwd }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  child.stderr?.pipe(createWriteStream(join(options.dataDir, 'service.log'), { flags: 'a' }));
  const { pid } = child;
  if (pid === undefined) throw new Error('the service could not be started');
  const url = `http://127.0.0.1:${port}`;
  await untilLive(url, child, options.dataDir);
  return {
    url,
    pid,
    children: () => childrenOf(pid),
    async kill() {
      const left = once(child, 'exit');
      child.kill('SIGKILL');
      await left;
    },
    async stop() {
      const left = once(child, 'exit');
      child.kill('SIGTERM');
      const [code, signal] = await left;
      if (code !== 0) throw new Error(`the service stopped with ${code ?? signal}`);
    },
  };
}

let bundling: Promise<unknown> | undefined;

/** A program as `./run` starts it. */
export async function bundled(name: 'serve' | 'worker'): Promise<string> {
  bundling ??= promisify(execFile)(process.execPath, [join(ROOT, 'scripts/build-program.ts')]);
  await bundling;
  return join(ROOT, 'dist', `${name}.js`);
}

export function environmentOf(options: ServiceOptions, port: number): NodeJS.ProcessEnv {
  const { dataDir, databaseUrl, speechProcesses, withoutCache, jobConcurrency, workerSecret, outboundAllow } =
    options;
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: String(port),
    DATA_DIR: dataDir,
    MODELS_DIR: resolve(process.env.MODELS_DIR ?? 'data/models'),
    LOG_LEVEL: 'warn',
    // It takes minutes of processor time a voice, which would go into what is measured.
    VOICE_ADAPTATION: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(withoutCache && { CACHE_MAX_MB: '0' }),
    ...(jobConcurrency !== undefined && { JOB_CONCURRENCY: String(jobConcurrency) }),
    ...(workerSecret && { WORKER_SECRET: workerSecret }),
    ...(outboundAllow && { OUTBOUND_ALLOW: outboundAllow }),
    ...(speechProcesses && { SPEECH_PROCESSES: String(speechProcesses) }),
    ...options.settings,
  };
}

async function untilLive(url: string, child: ChildProcess, dataDir: string): Promise<void> {
  const endsAtMs = Date.now() + START_MS;
  while (Date.now() < endsAtMs) {
    if (child.exitCode !== null) throw new Error(`the service did not start; see ${dataDir}/service.log`);
    const live = await fetch(`${url}/api/live`).then(
      (response) => response.ok,
      () => false,
    );
    if (live) return;
    await sleep(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`the service was not live after ${START_MS} ms; see ${dataDir}/service.log`);
}

/** If another program takes the port before the service does, the start fails with an error. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
