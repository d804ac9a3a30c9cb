import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../../errors.ts';
import { type ConfigOf, count, list, object, orNull, type Served, serveProcess, text } from '../index.ts';

export type Fixture = {
  echo: (payload: unknown) => unknown;
  config: () => FixtureConfig;
  pid: () => number;
  environment: () => string[];
  wait: (payload: { ms: number; heedsCancel?: boolean }) => string;
  count: (payload: { to: number }) => string;
  countAndCrash: (payload: { to: number }) => never;
  countAndWait: (payload: { to: number }) => never;
  block: (payload: { ms: number }) => string;
  allocate: (payload: { bytes: number; holdMs: number }) => number;
  crash: () => never;
  refuse: () => never;
  fail: () => never;
  print: (payload: { lines: number }) => void;
  answerWithFunction: () => unknown;
  spawnHelper: () => number;
};

export type FixtureConfig = ConfigOf<typeof FIXTURE_CONFIG>;

const FIXTURE_CONFIG = object({
  /** The start fails in this way, or succeeds if it is null. */
  start: orNull(text),
  startMs: orNull(count),
  words: list(text),
});

const held: Buffer[] = [];

await serveProcess<Fixture, FixtureConfig>({
  config: FIXTURE_CONFIG,
  open: async (config) => {
    if (config.start === 'throw') throw new Error('no weights');
    if (config.start === 'exit') process.exit(3);
    if (config.start === 'hang') await delay(60_000);
    await delay(config.startMs ?? 0);
    return methodsOf(config);
  },
});

function methodsOf(config: FixtureConfig): Served<Fixture> {
  return {
    config: async () => config,
    echo: async (payload) => payload,
    pid: async () => process.pid,
    environment: async () => Object.keys(process.env).sort(),
    wait: async ({ ms, heedsCancel = true }, { signal }) => {
      await delay(ms, undefined, heedsCancel ? { signal } : {});
      return 'waited';
    },
    count: async ({ to }, { report }) => {
      for (let n = 1; n <= to; n += 1) report({ n });
      return 'counted';
    },
    countAndCrash: async ({ to }, { report }) => {
      for (let n = 1; n <= to; n += 1) report({ n });
      return process.abort();
    },
    countAndWait: async ({ to }, { report, signal }) => {
      for (let n = 1; n <= to; n += 1) report({ n });
      await delay(3_600_000, undefined, { signal });
      throw new Error('nobody cancelled it');
    },
    block: async ({ ms }) => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      return 'blocked';
    },
    allocate: async ({ bytes, holdMs }) => {
      held.push(Buffer.alloc(bytes, 1));
      await delay(holdMs);
      return process.memoryUsage.rss();
    },
    crash: async () => process.abort(),
    refuse: async () => {
      throw new DomainError({
        kind: 'unprocessable',
        code: 'no_speech',
        public: 'Nothing was said.',
        detail: [{ path: 'file', message: 'silent' }],
        cause: new Error('rms 0'),
      });
    },
    fail: async () => {
      throw new TypeError('tensor is of the wrong shape');
    },
    print: async ({ lines }) => {
      for (let line = 0; line < lines; line += 1) process.stderr.write(`line ${line}\n`);
    },
    answerWithFunction: async () => () => undefined,
    spawnHelper: async () => {
      const helper = spawn('sleep', ['60'], { stdio: 'ignore' });
      return helper.pid ?? 0;
    },
  };
}
