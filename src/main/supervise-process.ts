import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import type { SupervisedMessage } from './supervised.ts';

export type SuperviseOptions = {
  /** A program for Node, and its arguments. */
  program: string;
  args: readonly string[];
  log: Log;
  /** Where signals come from: this process, or a test. */
  signals: NodeJS.EventEmitter;
  /** Before the next start, after so many failures in a row. */
  pauseMs?: (failures: number) => number;
  env?: NodeJS.ProcessEnv;
};

type End = { status: number | null; signal: NodeJS.Signals | null; wasReady: boolean; error?: string };

/** Each of these signals asks a program to stop. */
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
const MAX_PAUSE_MS = 60_000;
/** A life of this length was a good one: the next failure counts as the first again. */
const GOOD_LIFE_MS = 5 * 60_000;
/** After this many starts in a row that came to nothing, waiting will not help. */
const MAX_FAILED_STARTS = 10;

export const backoffMs = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), MAX_PAUSE_MS);

/**
 * Runs the program, and starts it again when it ends by an error or is killed. A first start that fails is not repeated: that is
 * a setting to correct. Signals pass through, and the program decides how it stops. Returns the exit status.
 */
export async function superviseProcess(options: SuperviseOptions): Promise<number> {
  const { log, signals, pauseMs = backoffMs } = options;
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    stopping.abort();
    child?.kill(signal);
  };
  for (const signal of STOP_SIGNALS) signals.on(signal, pass);
  let failures = 0;
  let failedStarts = 0;
  try {
    for (let hasRun = false; !stopping.signal.aborted; ) {
      const startedMs = performance.now();
      child = start(options);
      const end = await endOf(child);
      hasRun ||= end.wasReady;
      const status = statusOf(end);
      if (stopping.signal.aborted || status === 0 || !hasRun) return status;
      failedStarts = end.wasReady ? 0 : failedStarts + 1;
      failures = performance.now() - startedMs > GOOD_LIFE_MS ? 1 : failures + 1;
      if (failedStarts === MAX_FAILED_STARTS) {
        log.fatal(`${whatHappened(end)} It failed to start ${failedStarts} times in a row: giving up.`);
        return status;
      }
      const waitMs = pauseMs(failures);
      log.error(`${whatHappened(end)} Starting it again in ${waitMs / 1_000} s (failure ${failures}).`);
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    return 0;
  } finally {
    for (const signal of STOP_SIGNALS) signals.off(signal, pass);
  }
}

/** The child has a process group of its own: a terminal sends Ctrl-C to a whole group, and it would arrive twice. */
function start({ program, args, env }: SuperviseOptions): ChildProcess {
  const stdio: ['inherit', 'inherit', 'inherit', 'ipc'] = ['inherit', 'inherit', 'inherit', 'ipc'];
  return spawn(process.execPath, [program, ...args], { detached: true, stdio, env });
}

async function endOf(child: ChildProcess): Promise<End> {
  const told: Pick<End, 'wasReady' | 'error'> = { wasReady: false };
  child.on('message', (message: SupervisedMessage) => {
    if ('ready' in message) told.wasReady = true;
    else told.error = message.error;
  });
  try {
    // The last output may arrive after the process has ended.
    const [[status, signal]] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    return { status, signal, ...told };
  } catch (error) {
    return { status: 1, signal: null, ...told, error: String(error) };
  }
}

/** A shell reports the end of a program with the same number. */
const statusOf = ({ status, signal }: End): number =>
  status ?? 128 + (signal ? constants.signals[signal] : 0);

function whatHappened({ status, signal, error }: End): string {
  const how = signal ? `was killed by ${signal}` : `ended with status ${status}`;
  const hint = signal === 'SIGKILL' ? ' (often because the machine ran out of memory)' : '';
  return `Vox Humana ${how}${hint}${error ? ` after an error that nobody caught: ${error}` : ''}.`;
}
