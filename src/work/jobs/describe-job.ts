import { centsOf } from '../../money/pricing/index.ts';
import { isFinished, type JobRow } from './job.ts';

/** Readable by whoever holds it, for some days. */
export type OutputUrl = (job: { id: string; account_id: string }) => string;

export type JobView = ReturnType<typeof describeJob>;

/** The record that customers poll. */
export function describeJob(job: JobRow, outputUrl: OutputUrl) {
  return {
    job_id: job.id,
    kind: job.kind,
    status: job.status,
    stage: job.stage,
    progress: Math.round(job.progress * 1_000) / 1_000,
    poll: pollPath(job.id),
    events: `${pollPath(job.id)}/events`,
    created_at: job.created_at.toISOString(),
    started_at: job.started_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
    output_url: job.status === 'completed' && job.outputs !== null ? outputUrl(job) : null,
    duration_seconds: job.duration_seconds,
    width: job.width,
    height: job.height,
    video_model: job.video_model,
    lipsync: job.lipsync,
    /** Reserved while it is unfinished, then what it cost. */
    credits: job.credits,
    refunded_cents: isFinished(job) ? centsOf(job.refunded_micros) : 0,
    attempts: job.attempts,
    error: job.error,
    error_code: job.error_code,
    batch_id: job.batch_id,
    request_id: job.request_id,
  };
}

export function pollPath(jobId: string): string {
  return `/api/v1/jobs/${jobId}`;
}
