import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { LeasedJob } from '../jobs/index.ts';
import { runJob } from './run-job.ts';
import type { JobRunner } from './runner.ts';
import type { JobSource } from './source.ts';

/** Backoff while the source cannot be reached. */
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export type WorkerOptions = {
  source: JobSource;
  runners: readonly JobRunner[];
  /** Jobs at once. */
  concurrency: number;
  /** Each attempt gets a folder of its own in it. */
  workDir: string;
  log: Log;
};

/** Leases jobs and runs them, one after another in each lane, until it is stopped. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  readonly #abandoning = new AbortController();
  #lanes: Promise<void>[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  start(): void {
    const { concurrency } = this.#options;
    this.#lanes = Array.from({ length: concurrency }, () => this.#work());
  }

  /** Leases nothing more. What does not finish within `graceMs` goes back to the queue without losing an attempt. */
  async stop({ graceMs }: { graceMs: number }): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#abandoning.abort(), graceMs);
    await Promise.all(this.#lanes);
    clearTimeout(timer);
  }

  async #work(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.#stopping.signal.aborted) {
      try {
        const job = await this.#options.source.lease(this.#stopping.signal);
        retryMs = FIRST_RETRY_MS;
        if (job) await this.#run(job);
      } catch (err) {
        if (this.#stopping.signal.aborted) return;
        this.#options.log.warn({ err, retry_ms: retryMs }, 'cannot lease a job; trying again');
        await sleep(retryMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
      }
    }
  }

  async #run(job: LeasedJob): Promise<void> {
    const { source, runners, workDir, log } = this.#options;
    const runner = runners.find(({ kind }) => kind === job.kind);
    if (!runner) throw new Error(`leased a job of kind ${job.kind} without a runner for it`);
    const jobLog = log.child({ job_id: job.jobId, attempt: job.attempt });
    await runJob({ source, workDir, log: jobLog, abandon: this.#abandoning.signal }, runner, job);
  }
}
