import type { Log } from '../../platform/log.ts';
import type { JobResult, Measured, Progress } from '../jobs/index.ts';

/** A job as its runner sees it: no tenant, no price, no database. */
export type Assignment = {
  jobId: string;
  request: unknown;
  attempt: number;
  /** Private to this attempt and deleted after it. */
  folder: string;
  /** Paths of the inputs by name. */
  inputs: ReadonlyMap<string, string>;
  /**
   * Call it when the true quantities are known and before the costly part: it makes sure that they can be paid for.
   * Throws when they cannot, and the job has ended.
   */
  reserve(measured: Measured): Promise<void>;
  signal: AbortSignal;
  log: Log;
  /** Cheap to call for every frame. */
  progress(progress: Progress): void;
};

export type MadeOutput = { name: string; contentType: string; path: string };

export type RunResult = Omit<JobResult, 'outputs'> & { outputs: MadeOutput[] };

/** One kind of work. */
export type JobRunner = {
  kind: string;
  /** What jobs may need; checked when a job is leased. */
  capabilities: readonly string[];
  run(assignment: Assignment): Promise<RunResult>;
};
