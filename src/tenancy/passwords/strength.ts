import { Worker } from 'node:worker_threads';
import { PasswordsBusy } from './errors.ts';

export type StrengthQuestion = { id: number; password: string; hints: string[] };
export type StrengthVerdict = { id: number; score: number; common: boolean };
export type StrengthMeter = {
  measure(password: string, hints: string[]): Promise<StrengthVerdict>;
  close(): Promise<void>;
};

type Waiting = { resolve: (verdict: StrengthVerdict) => void; reject: (error: Error) => void };

const DEADLINE_MS = 30_000;
const IDLE_MS = 60_000;
const MAX_WAITING = 200;

/**
 * The dictionaries take 200 MB and an estimate up to a second, so they run in a worker thread that starts with the
 * first password and stops when it is idle.
 */
export function createStrengthMeter(): StrengthMeter {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let nextId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./strength.worker.ts', import.meta.url));
    started.unref();
    started.on('message', (verdict: StrengthVerdict) => waiting.get(verdict.id)?.resolve(verdict));
    started.on('error', (error) => abandon(started, error));
    return started;
  }

  function abandon(broken: Worker, cause: unknown): void {
    if (worker !== broken) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(new PasswordsBusy(cause));
    waiting.clear();
  }

  async function close(): Promise<void> {
    clearTimeout(idleTimer);
    const leaving = worker;
    if (!leaving) return;
    abandon(leaving, new Error('The strength meter was closed.'));
    await leaving.terminate();
  }

  async function measure(password: string, hints: string[]): Promise<StrengthVerdict> {
    if (waiting.size >= MAX_WAITING) throw new PasswordsBusy();
    clearTimeout(idleTimer);
    worker ??= start();
    const id = nextId++;
    const answered = Promise.withResolvers<StrengthVerdict>();
    waiting.set(id, answered);
    const deadline = setTimeout(close, DEADLINE_MS);
    worker.postMessage({ id, password, hints } satisfies StrengthQuestion);
    try {
      return await answered.promise;
    } finally {
      clearTimeout(deadline);
      waiting.delete(id);
      if (waiting.size === 0) idleTimer = setTimeout(close, IDLE_MS).unref();
    }
  }

  return { measure, close };
}
