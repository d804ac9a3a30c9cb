import { mediaOf, provenanceIdOf } from './describe-output.ts';
import { type JobDetail, showDetails, traceIdOf } from './details.ts';
import type { JobRow } from './job.ts';
import type { JobKinds, OutputPath } from './kinds.ts';

/** Returns a signed URL, valid for some days. */
export type OutputUrl = (job: { id: string; account_id: string }, path: OutputPath) => string;

export type JobView = ReturnType<typeof describeJob>;

/** The job as customers see it. */
export function describeJob(deps: { kinds: JobKinds; outputUrl: OutputUrl }, job: JobRow) {
  const kind = deps.kinds.get(job.kind);
  const { outputs } = kind;
  const [main] = mediaOf(kind, job.outputs ?? []);
  const lease = { jobId: job.id, token: job.outputs_of ?? '' };
  const details = (after: JobDetail['after']) =>
    showDetails(
      deps.kinds.details.filter((one) => one.after === after),
      job.details,
    );
  const urlOf = (path: OutputPath) =>
    job.outputs?.some(({ name }) => outputs[name]?.path === path) ? deps.outputUrl(job, path) : null;
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
    output_url: urlOf('output'),
    thumbnail_url: urlOf('thumbnail'),
    captions_url: urlOf('captions.vtt'),
    /** What `GET /api/v1/provenance/{id}` takes. */
    provenance_id: main ? provenanceIdOf(lease, main.name) : null,
    duration_seconds: job.duration_seconds,
    width: job.width,
    height: job.height,
    ...details('result'),
    /** Reserved credits while the job is unfinished, then its cost. */
    credits: job.credits,
    refunded_cents: job.refunded_cents,
    attempts: job.attempts,
    error: job.error,
    error_code: job.error_code,
    batch_id: job.batch_id,
    ...details('batch'),
    request_id: job.request_id,
    trace_id: traceIdOf(job.details),
  };
}

export function pollPath(jobId: string): string {
  return `/api/v1/jobs/${jobId}`;
}
