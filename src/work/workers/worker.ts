import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { removeLostScratch } from '../../platform/scratch.ts';
import { noTracing, type Span, type Tracing } from '../../platform/tracing/index.ts';
import type { LeasedJob } from '../jobs/index.ts';
import { runJob } from './run-job.ts';
import type { JobRunner } from './runner.ts';
import type { JobSource } from './source.ts';

/** Backoff while the source cannot be reached. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

export type WorkerOptions = {
  source: JobSource;
  runners: readonly JobRunner[];
  /** The number of jobs to run at once. */
  concurrency: number;
  /** Only tests set it. */
  turnMs?: number;
  /** Each attempt gets its own folder in it. */
  workDir: string;
  log: Log;
  tracing?: Tracing;
};

/** How long a job may occupy its lane while other accounts wait. */
const TURN_MS = 120_000;
/** Extra lanes for those accounts. More would not fit in memory. */
const MAX_EXTRA_LANES = 3;

/**
 * Leases jobs and runs them, one at a time in each lane, until stopped. When a job exceeds its turn, an extra lane opens
 * for jobs of other accounts, which then share the machine with it.
 */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  readonly #abandoning = new AbortController();
  readonly #held = new Set<string>();
  readonly #extraLanes = new Set<Promise<void>>();
  #lanes: Promise<void>[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Removes what killed attempts have left, which may be a customer's files. */
  async start(): Promise<void> {
    const { concurrency, workDir } = this.#options;
    await mkdir(workDir, { recursive: true, mode: 0o700 });
    await removeLostScratch({ parent: workDir });
    const { signal } = this.#stopping;
    const next = () => this.#options.source.lease(signal);
    this.#lanes = Array.from({ length: concurrency }, () => this.#work(signal, next));
  }

  /** Leases no more jobs. Jobs that do not finish within `graceMs` return to the queue, and the attempt is not counted. */
  async stop({ graceMs }: { graceMs: number }): Promise<void> {
    this.#stopping.abort();
    const timer = setTimeout(() => this.#abandoning.abort(), graceMs);
    await Promise.all([...this.#lanes, ...this.#extraLanes]);
    clearTimeout(timer);
    const { source, log } = this.#options;
    await source
      .leave()
      .catch((err: unknown) => log.warn({ err }, 'could not tell the server that this worker stops'));
  }

  async #work(until: AbortSignal, lease: () => Promise<LeasedJob | null>): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!until.aborted) {
      try {
        const job = await lease();
        retryMs = FIRST_RETRY_MS;
        if (job) await this.#run(job);
      } catch (err) {
        if (until.aborted) return;
        this.#options.log.warn({ err, retry_ms: retryMs }, 'cannot lease a job; trying again');
        await sleep(retryMs, undefined, { signal: until }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      }
    }
  }

  async #run(job: LeasedJob): Promise<void> {
    const { source, runners, workDir, log, turnMs = TURN_MS } = this.#options;
    const runner = runners.find(({ kind }) => kind === job.kind);
    if (!runner) throw new Error(`leased a job of kind ${job.kind} without a runner for it`);
    const span = this.#startSpan(job);
    const jobLog = log.child({ job_id: job.jobId, attempt: job.attempt, trace_id: span?.trace.id });
    const done = new AbortController();
    const turn = setTimeout(() => this.#openExtraLane(done.signal), turnMs);
    this.#held.add(job.jobId);
    try {
      await runJob({ source, workDir, log: jobLog, abandon: this.#abandoning.signal, span }, runner, job);
    } finally {
      this.#held.delete(job.jobId);
      clearTimeout(turn);
      done.abort();
    }
  }

  /** An attempt belongs to the trace of the call that ordered the job. If that is not traced, neither is the job. */
  #startSpan({ kind, jobId, attempt, traceparent }: LeasedJob): Span | undefined {
    if (traceparent === undefined) return undefined;
    const attributes = { 'vox.job_id': jobId, 'vox.job_attempt': attempt };
    const { tracing = noTracing } = this.#options;
    return tracing.start(`job ${kind}`, { kind: 'consumer', traceparent, attributes });
  }

  /** The lane takes no more jobs once the job that opened it is done. */
  #openExtraLane(done: AbortSignal): void {
    if (this.#extraLanes.size >= MAX_EXTRA_LANES || this.#stopping.signal.aborted) return;
    const { source } = this.#options;
    const lane = this.#work(AbortSignal.any([done, this.#stopping.signal]), async () => {
      // The end of that job does not abort this request: the server may have leased another job to it already.
      const job = await source.lease(this.#stopping.signal, [...this.#held]);
      if (!job || !done.aborted) return job;
      await source.giveBack(job);
      return null;
    });
    this.#extraLanes.add(lane);
    void lane.then(() => this.#extraLanes.delete(lane));
  }
}
