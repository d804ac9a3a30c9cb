import { VoxHumanaError } from '../base-errors.ts';
import type { Api, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';
import type { Job } from '../generated/operations.ts';
import { watchJob } from './watch-job.ts';

/** The job failed or was canceled. What it had reserved is released. */
export class JobFailedError extends VoxHumanaError {
  override name = 'JobFailedError';
  readonly job: Job;
  /** Stable name of the cause. */
  readonly code: string;
  constructor(job: Job) {
    super(job.error ?? `The job ${job.job_id} was ${job.status}.`);
    this.job = job;
    this.code = job.error_code ?? job.status;
  }
}

export type WaitOptions = RequestOptions & { onProgress?: (job: Job) => void };

export function jobs(api: Api) {
  return {
    list: (query: Query<'GET /api/v1/jobs'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/jobs', 'jobs', { query }, options),

    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/jobs/{id}', { path: { id } }, options),

    cancel: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/jobs/{id}', { path: { id } }, options),

    /** The job whenever it changes, until it has ended. */
    watch: (id: string, options: RequestOptions = {}) => watchJob(api, id, options),

    /** The completed job. Throws a `JobFailedError` when it fails or is canceled. Aborting the signal only stops waiting. */
    async wait(id: string, { onProgress, ...options }: WaitOptions = {}): Promise<Job> {
      let last: Job | null = null;
      for await (const job of watchJob(api, id, options)) {
        last = job;
        onProgress?.(job);
      }
      if (last?.status === 'completed') return last;
      if (last) throw new JobFailedError(last);
      throw new VoxHumanaError(`The job ${id} could not be followed.`);
    },

    /** The file that the job made. */
    output: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/jobs/{id}/output', { path: { id } }, options),

    thumbnail: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/jobs/{id}/thumbnail', { path: { id } }, options),

    captions: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/jobs/{id}/captions.vtt', { path: { id } }, options),
  };
}
