import type { Static, TSchema } from '@sinclair/typebox';
import { type Clock as BossClock, type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Clock } from '../clock.ts';
import type { Database, Db } from '../database/index.ts';
import { uuidv7 } from '../ids.ts';
import type { Log } from '../log.ts';
import { bossDatabase, queriesOn } from './boss-database.ts';
import type { AnyJob, Job, JobContext } from './define-job.ts';
import { ensureQueues } from './ensure-queues.ts';
import { QueueAlreadyStarted, QueueNotStarted, UnknownJob } from './errors.ts';
import { releaseOrphans } from './release-orphans.ts';
import { type Runner, runWorkers } from './run-workers.ts';

export type SendOptions = {
  /** Higher runs first. Default 0. */
  priority?: number;
  /** While a job with this key waits or runs, another one is not taken. */
  singletonKey?: string;
  delaySeconds?: number;
};

export type RegisterOptions = { /** On this node. Default 1. */ concurrency?: number };

export type QueueDeps = { database: Database; log: Log; clock: Clock };

export type Queue = {
  /** This node runs the job. */
  register<P extends TSchema, D>(job: Job<P, D>, deps: D, options?: RegisterOptions): void;
  /** This node only sends the job. */
  declare<P extends TSchema, D>(job: Job<P, D>): void;
  /** Part of the caller's transaction. Resolves to the job's id, or to null when its singleton key is taken. */
  send<P extends TSchema, D>(
    tx: Db,
    job: Job<P, D>,
    payload: Static<P>,
    options?: SendOptions,
  ): Promise<string | null>;
  start(): Promise<void>;
  running(): boolean;
  /** Takes no more jobs, and waits for those that run; past the time they go back to the queue. */
  stop(options?: { timeoutMs?: number }): Promise<void>;
};

const SCHEMA = 'queue';
const STOP_TIMEOUT_MS = 30_000;
const SUPERVISE_SECONDS = 15;

export function createQueue({ database, log, clock }: QueueDeps): Queue {
  const jobs = new Map<string, AnyJob>();
  const runners: Runner[] = [];
  let started: PgBoss | undefined;

  const bossFor = (name: string): PgBoss => {
    if (!started) throw new QueueNotStarted();
    if (!jobs.has(name)) throw new UnknownJob(name);
    return started;
  };

  const add = (job: AnyJob): void => {
    if (started) throw new QueueAlreadyStarted(job.name);
    jobs.set(job.name, job);
  };

  const queue: Queue = {
    declare: add,

    register(job, deps, options = {}) {
      const { onExhausted } = job;
      add(job);
      const run = (envelope: unknown, context: JobContext) => job.run(deps, job.open(envelope), context);
      const runner: Runner = { job, run, concurrency: options.concurrency ?? 1 };
      if (onExhausted) {
        runner.onExhausted = (envelope, context) => onExhausted(deps, job.open(envelope), context);
      }
      runners.push(runner);
    },

    async send(tx, job, payload, { priority = 0, singletonKey, delaySeconds = 0 } = {}) {
      const envelope = job.seal(payload);
      const id = uuidv7();
      return bossFor(job.name).send(job.name, envelope, {
        id,
        priority,
        singletonKey: singletonKey ?? id,
        startAfter: delaySeconds,
        db: queriesOn(tx),
      });
    },

    running: () => started !== undefined,

    async start() {
      // A second boss would go on polling after the first is stopped.
      if (started) return;
      const boss = new PgBoss({
        ...settingsFor(database.kind),
        db: bossDatabase(database),
        clock: timersOf(clock),
      });
      boss.on('error', (error) => log.error({ err: error }, 'queue error'));
      boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue warning'));
      try {
        await boss.start();
        await releaseOrphans(boss, database);
        await ensureQueues(boss, [...jobs.values()]);
        await runWorkers(boss, runners, log);
      } catch (error) {
        await boss.stop({ graceful: false, close: false });
        throw error;
      }
      started = boss;
    },

    async stop({ timeoutMs = STOP_TIMEOUT_MS } = {}) {
      const stopping = started;
      if (!stopping) return;
      await stopping.stop({ graceful: true, close: false, timeout: timeoutMs });
      started = undefined;
    },
  };
  return queue;
}

function settingsFor(kind: Database['kind']): ConstructorOptions {
  const common = {
    schema: SCHEMA,
    useListenNotify: true,
    schedule: false,
    persistWarnings: false,
    // How often it looks for jobs past their deadline or whose node has gone silent.
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  };
  // Index rebuilds and vacuum watching are for a server with background processes.
  return kind === 'pglite' ? { ...common, backend: 'pglite', reindex: false, monitorVacuum: false } : common;
}

function timersOf(clock: Clock): BossClock {
  return {
    now: () => clock.now().getTime(),
    setTimeout: (fn, ms) => setTimeout(fn, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    setInterval: (fn, ms) => setInterval(fn, ms),
    clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
  };
}
