import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeReady, ObjectStore, StatementCount } from './messages.ts';

export type ClusterNode = { url: string; keys: string[]; process: ChildProcess };
export type Cluster = {
  nodes: ClusterNode[];
  statements(): Promise<number>;
  processes(): { nodes: number[]; store: number };
  /** Kills a node with SIGKILL and starts another in its place. */
  replace(index: number): Promise<void>;
  close(): Promise<void>;
};

type Settings = { databaseUrl: string; store: ObjectStore; engineMs: number; dataDir: string };

/** Starts the object store and `size` nodes. The first node opens the accounts. */
export async function startCluster(
  size: number,
  options: { databaseUrl: string; engineMs: number },
): Promise<Cluster> {
  const dataDir = await mkdtemp(join('data', 'bench-cluster-'));
  const storeProcess = start('./object-store.ts', environment());
  const store = (await messageOf(storeProcess)) as ObjectStore;
  const settings = { ...options, store, dataDir };
  const nodes = [await startNode(settings, true)];
  while (nodes.length < size) nodes.push(await startNode(settings, false));
  return {
    nodes,
    async statements() {
      const counts = await Promise.all(nodes.map(({ process }) => ask(process)));
      return counts.reduce((sum, { statements }) => sum + statements, 0);
    },
    processes: () => ({
      nodes: nodes.map(({ process }) => process.pid ?? 0),
      store: storeProcess.pid ?? 0,
    }),
    async replace(index) {
      const node = nodes[index];
      if (!node) return;
      const exit = once(node.process, 'exit');
      node.process.kill('SIGKILL');
      await exit;
      nodes[index] = { ...(await startNode(settings, false)), keys: node.keys };
    },
    async close() {
      await Promise.all(nodes.map(({ process }) => leave(process)));
      await leave(storeProcess);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startNode(settings: Settings, opensAccounts: boolean): Promise<ClusterNode> {
  const { store, databaseUrl, engineMs, dataDir } = settings;
  const child = start('./node.ts', {
    ...environment(),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    S3_BUCKET: store.bucket,
    S3_ENDPOINT: store.endpoint,
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    SESSION_SECRET: 'a secret that all nodes of the benchmark share',
    BENCH_ENGINE_MS: String(engineMs),
    ...(opensAccounts && { BENCH_ACCOUNTS: '1' }),
  });
  const { url, keys } = (await messageOf(child)) as NodeReady;
  return { url, keys, process: child };
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: process.env.HOME };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function start(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(new URL(file, import.meta.url), {
    env,
    stdio: ['ignore', 'inherit', process.env.BENCH_LOGS ? 'inherit' : 'ignore', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function ask(child: ChildProcess): Promise<StatementCount> {
  child.send('statements');
  return (await messageOf(child)) as StatementCount;
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const done = new AbortController();
  const exit = once(child, 'exit', { signal: done.signal }).then(() => {
    throw new Error('a process of the cluster ended early');
  });
  const [message] = await Promise.race([once(child, 'message'), exit]);
  done.abort();
  exit.catch(() => undefined);
  return message;
}

async function leave(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
}
