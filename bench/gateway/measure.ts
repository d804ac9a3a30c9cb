import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuSecondsOf } from '../../scripts/measure/cpu-time.ts';
import { descendantsOf } from '../../scripts/running-service/processes.ts';
import type { LoadOrder, LoadResult, ServerReady } from './messages.ts';

export const VARIANTS = ['bare', 'unmetered', 'metered', 'repeated'] as const;
export type Variant = (typeof VARIANTS)[number];

export type Measured = {
  latenciesMs: number[];
  perSecond: number;
  /** Processor time of the service, and of the engines that it runs in processes of their own. */
  cpuSeconds: { service: number; engines: number };
  failures: Record<string, number>;
};
export type Figures = Record<Variant, { steady: Measured; saturated: Measured }>;

export type MeasureOptions = {
  databaseUrl: string | undefined;
  requestsPerSecond: number;
  seconds: number;
  rounds: number;
  saturationSeconds: number;
  print: (line: string) => void;
};

const WARM_UP_SECONDS = 3;
/** At 200 requests/s each account gets 30 a minute, half of its limit. */
const STEADY_KEYS = 400;

type Run = LoadResult & Pick<Measured, 'cpuSeconds'>;

/** Alternates between the routes, so that other load on the machine affects all of them. */
export async function measure(options: MeasureOptions): Promise<Figures> {
  const dataDir = await mkdtemp(join('data', 'bench-'));
  const server = start('./server.ts', { ...environment(dataDir), ...databaseOf(options) });
  const load = start('./load.ts', environment(dataDir));
  try {
    const ready = (await answerOf(server)) as ServerReady;
    const run = async (order: LoadOrder): Promise<Run> => {
      const before = await cpuOf(server);
      load.send(order);
      const result = (await answerOf(load)) as LoadResult;
      const after = await cpuOf(server);
      const cpuSeconds = { service: after.service - before.service, engines: after.engines - before.engines };
      return { ...result, cpuSeconds };
    };
    return await takeTurns(options, ready, run);
  } finally {
    const left = Promise.all([once(server, 'exit'), once(load, 'exit')]);
    server.disconnect();
    load.disconnect();
    await left;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeTurns(
  options: MeasureOptions,
  ready: ServerReady,
  run: (order: LoadOrder) => Promise<Run>,
): Promise<Figures> {
  const urls: Record<Variant, string> = {
    bare: `${ready.bare}/bench/bare`,
    unmetered: `${ready.service}/bench/unmetered`,
    metered: `${ready.service}/api/v1/tts`,
    repeated: `${ready.service}/api/v1/tts`,
  };
  const orderOf = (variant: Variant) => ({
    url: urls[variant],
    text: variant === 'repeated' ? ('same' as const) : ('new' as const),
  });
  const steadyKeys = ready.keys.slice(0, STEADY_KEYS);
  const saturationKeys = ready.keys.slice(STEADY_KEYS);
  const figures = {} as Figures;
  const steady = { keys: steadyKeys, requestsPerSecond: options.requestsPerSecond };
  for (const variant of VARIANTS) {
    await run({ ...orderOf(variant), ...steady, seconds: WARM_UP_SECONDS });
    figures[variant] = { steady: empty(), saturated: empty() };
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const variant of VARIANTS) {
      const result = await run({ ...orderOf(variant), ...steady, seconds: options.seconds });
      add(figures[variant].steady, result);
      options.print(
        `  round ${round} ${variant}: ${figures[variant].steady.latenciesMs.length} responses so far`,
      );
    }
  }
  for (const variant of VARIANTS) {
    const flatOut = { keys: saturationKeys, requestsPerSecond: 0, seconds: options.saturationSeconds };
    add(figures[variant].saturated, await run({ ...orderOf(variant), ...flatOut }));
  }
  return figures;
}

function empty(): Measured {
  return { latenciesMs: [], perSecond: 0, cpuSeconds: { service: 0, engines: 0 }, failures: {} };
}

function add(into: Measured, result: Run): void {
  for (const ms of result.latenciesMs) into.latenciesMs.push(ms);
  into.cpuSeconds.service += result.cpuSeconds.service;
  into.cpuSeconds.engines += result.cpuSeconds.engines;
  into.perSecond = result.latenciesMs.length / result.elapsedSeconds;
  for (const [reason, count] of Object.entries(result.failures)) {
    into.failures[reason] = (into.failures[reason] ?? 0) + count;
  }
}

function start(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  // The service logs each request, as in production; the cost of the log's destination is not measured.
  return fork(new URL(file, import.meta.url), { env, stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
}

async function cpuOf({ pid = 0 }: ChildProcess): Promise<Measured['cpuSeconds']> {
  const engines = (await descendantsOf(pid)).map((engine) => engine.pid);
  return { service: cpuSecondsOf([pid]), engines: cpuSecondsOf(engines) };
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const done = new AbortController();
  const exit = once(child, 'exit', { signal: done.signal }).then(() => {
    throw new Error('a measured process ended early');
  });
  const [message] = await Promise.race([once(child, 'message'), exit]);
  done.abort();
  exit.catch(() => undefined);
  return message;
}

function environment(dataDir: string): NodeJS.ProcessEnv {
  const { PATH, HOME, WATERMARK } = process.env;
  return { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'info', ...(WATERMARK && { WATERMARK }) };
}

function databaseOf({ databaseUrl }: MeasureOptions): NodeJS.ProcessEnv {
  return databaseUrl ? { DATABASE_URL: databaseUrl } : {};
}
