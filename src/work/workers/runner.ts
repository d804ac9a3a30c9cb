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
   * Call this once the actual quantities are known, before the expensive part: it makes sure that they can be paid for.
   * Throws if they cannot; the job has then ended.
   */
  reserve(measured: Measured): Promise<void>;
  /** The last checkpoint of an earlier attempt, or null. */
  checkpoint: unknown;
  /** Path of the file that belongs to it, or null. */
  checkpointFile: string | null;
  /**
   * Lets another attempt go on from here. Without a file, that of the checkpoint before stays. Throws when the job is no
   * longer this worker's.
   */
  saveCheckpoint(checkpoint: object, file?: string): Promise<void>;
  signal: AbortSignal;
  log: Log;
  /** Cheap to call for every frame. */
  progress(progress: Progress): void;
};

export type MadeOutput = { name: string; contentType: string; path: string };

export type RunResult = Omit<JobResult, 'outputs'> & { outputs: MadeOutput[] };

/** Runs one kind of job. */
export type JobRunner = {
  kind: string;
  /** A job is leased only to a worker that has all the capabilities it needs. */
  capabilities: readonly string[];
  run(assignment: Assignment): Promise<RunResult>;
};
