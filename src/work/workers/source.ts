import type { Readable } from 'node:stream';
import type { Checkpoint, Failure, JobResult, Lease, LeasedJob, Measured, Progress } from '../jobs/index.ts';

/** Where a worker gets its jobs: the database of its own process, or a server over HTTP. */
export type JobSource = {
  /** Waits a while for a job. Null when there is none or `signal` aborts. Skips the accounts of the jobs in `besides`. */
  lease(signal: AbortSignal, besides?: readonly string[]): Promise<LeasedJob | null>;
  /** Throws `LeaseLost` when the job is no longer this worker's. */
  report(lease: Lease, progress: Progress): Promise<void>;
  /** Reserves what the measured quantities cost beyond the estimate. Throws `LeaseLost` when that ended the job. */
  reserve(lease: Lease, measured: Measured): Promise<void>;
  /** The file of a checkpoint is uploaded before it. */
  saveCheckpoint(lease: Lease, checkpoint: Checkpoint): Promise<void>;
  putCheckpointFile(lease: Lease, file: { name: string; path: string }, signal: AbortSignal): Promise<void>;
  openCheckpointFile(lease: Lease): Promise<Readable>;
  openInput(lease: Lease, name: string): Promise<Readable>;
  putOutput(
    lease: Lease,
    output: { name: string; contentType: string; path: string },
    signal: AbortSignal,
  ): Promise<void>;
  complete(lease: Lease, result: JobResult): Promise<void>;
  fail(lease: Lease, failure: Failure): Promise<void>;
  giveBack(lease: Lease): Promise<void>;
  /** The worker stops: jobs that it was leased and never ran return to the queue at once. */
  leave(): Promise<void>;
};
