import type { ChargeRequest } from '../../money/ledger/index.ts';
import type { JobDetails } from './details.ts';

export const JOB_STATUSES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** An output file, under a name that the kind declares. */
export type JobOutput = { name: string; contentType: string };

export type JobInput = {
  name: string;
  objectKey: string;
  contentType: string;
  assetId?: string | undefined;
  /** Belongs to something that outlives the job, as an asset does. Any other file is deleted after the job. */
  kept?: boolean | undefined;
};

export type NewJob = {
  /** Set when a response must name the job before it exists. */
  id?: string | undefined;
  accountId: string;
  kind: string;
  /** Sent to the worker. */
  request: object;
  /** Capabilities that the worker must have. */
  needs: readonly string[];
  inputs: readonly JobInput[];
  /** One per metered unit. All are reserved, or the job is refused. */
  charges: readonly JobChargeRequest[];
  /** Set when no worker can run the job: it is created as failed, reserves nothing and announces its failure. */
  refusal?: { error: string; errorCode: string } | undefined;
  batch?: { id: string; position: number } | undefined;
  requestId: string;
  webhookUrl?: string | undefined;
  /** Only internal jobs have this; see `internal-jobs.ts`. */
  expiresAt?: Date | undefined;
};

export type JobChargeRequest = Omit<ChargeRequest, 'accountId' | 'requestId' | 'deadlineMs'> & {
  /** The largest quantity that a worker may report. Defaults to the kind's limit. */
  maxQuantity?: number;
};

export type JobRow = {
  id: string;
  account_id: string;
  kind: string;
  status: JobStatus;
  stage: string;
  progress: number;
  version: number;
  attempts: number;
  /** Null unless a worker holds it. */
  lease_token: string | null;
  details: JobDetails;
  outputs_of: string | null;
  outputs: JobOutput[] | null;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  credits: number;
  refunded_micros: number;
  refunded_cents: number;
  error: string | null;
  error_code: string | null;
  batch_id: string | null;
  request_id: string;
  webhook_url: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
};

/** Proves that a worker holds a job, as long as the token is the job's current one. */
export type Lease = { jobId: string; token: string };

export type LeasedJob = Lease & {
  kind: string;
  /** Counts from 1. */
  attempt: number;
  request: unknown;
  inputs: { name: string; contentType: string }[];
  /** The last checkpoint of an earlier attempt, or null. */
  checkpoint: unknown;
  /** Whether a file belongs to it. */
  hasCheckpointFile: boolean;
  /** How long the lease lasts without a report. */
  leaseSeconds: number;
  /** Set if the call that ordered the job is traced. */
  traceparent?: string | undefined;
};

/** Actual quantities by unit, if known only after the work. Other units cost what was reserved. */
export type Measured = Readonly<Record<string, number>>;

/** A worker reports this about a finished job. */
export type JobResult = {
  outputs: JobOutput[];
  measured: Measured;
  durationSeconds?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Data of the kind's own, where it has any. */
  product?: unknown;
};

export function isFinished({ status }: { status: JobStatus }): boolean {
  return status !== 'queued' && status !== 'processing';
}

/** Contains the lease token, so that two workers never write the same file. */
export function outputKey({ jobId, token }: Lease, name: string): string {
  return `jobs/${jobId}/${token}/${name}`;
}
