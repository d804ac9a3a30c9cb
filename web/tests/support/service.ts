import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bundled } from '../../../scripts/running-service/service-process.ts';
import { restoreMigratedFolder } from '../../../src/platform/database/testing.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const START_MS = 120_000;

export type RunningService = Awaited<ReturnType<typeof startService>>;

/** The whole program with its real engines, as `./run` starts it, in a folder of its own. */
export async function startService(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'console-'));
  await restoreMigratedFolder(dataDir);
  const port = environment.PORT ? Number(environment.PORT) : await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = await bundled('serve');
  const start = async () => {
    const child = spawn(process.execPath, [program], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        MODELS_DIR: join(ROOT, 'data/models'),
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        // The least that makes a clone: how close it comes is measured elsewhere.
        CLONE_ROUNDS: '1',
        // It takes minutes of processor time a voice, when nobody else needs it.
        VOICE_ADAPTATION: 'off',
        ...environment,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    await untilLive(url, child, () => output);
    return child;
  };
  let child = await start();
  return {
    url,
    dataDir,
    /** The mails that were sent so far, oldest first. */
    async mails(): Promise<string[]> {
      const folder = join(dataDir, 'outbox');
      const names = await readdir(folder).catch(() => [] as string[]);
      return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
    },
    /** Like a power cut: nothing is finished or told. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** At the same address and with the same data. */
    async restart(): Promise<void> {
      child = await start();
    },
    async close(): Promise<void> {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilLive(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) break;
    const live = await fetch(`${url}/api/live`).then(
      ({ ok }) => ok,
      () => false,
    );
    // The line with the demo key is printed last, when its account exists.
    if (live && output().includes('demo key')) return;
    await delay(200);
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not start:\n${output()}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.');
  return address.port;
}
