import type { Api, Form, Json, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';
import type { Batch, BatchDryRun, BatchQueued } from '../generated/operations.ts';
import { pollUntil } from './poll-until.ts';

export function videos(api: Api) {
  return {
    /** A talking avatar. Wait for the job it answers with: `client.jobs.wait(job.job_id)`. */
    create: (json: Json<'POST /api/v1/avatar'>, options?: RequestOptions) =>
      api.json('POST /api/v1/avatar', { json }, options),
    avatars: (options?: RequestOptions) => api.json('GET /api/v1/avatars', {}, options),
    /** What `consent: true` agrees to for a face of your own. */
    consentText: (options?: RequestOptions) => api.json('GET /api/v1/avatars/consent', {}, options),
    /** The record of that consent, with its receipt. */
    consent: (jobId: string, options?: RequestOptions) =>
      api.json('GET /api/v1/jobs/{id}/consent', { path: { id: jobId } }, options),
  };
}

export function generations(api: Api) {
  return {
    /** One request for speech, text and video. Small ones are answered at once, others with a job. */
    create: (json: Json<'POST /api/v1/generate'>, options?: RequestOptions) =>
      api.json('POST /api/v1/generate', { json }, options),
    /** The same with files. */
    upload: (form: Form<'POST /api/v1/generate'>, options?: RequestOptions) =>
      api.json('POST /api/v1/generate', { form }, options),
    /** The price, before it is spent. */
    estimate: (json: Json<'POST /api/v1/estimate'>, options?: RequestOptions) =>
      api.json('POST /api/v1/estimate', { json }, options),
    history: {
      list: (query: Query<'GET /api/v1/history'> = {}, options?: RequestOptions) =>
        api.list('GET /api/v1/history', 'generations', { query }, options),
      get: (id: string, options?: RequestOptions) =>
        api.json('GET /api/v1/history/{id}', { path: { id } }, options),
      audio: (id: string, options?: RequestOptions) =>
        api.media('GET /api/v1/history/{id}/audio', { path: { id } }, options),
      delete: (id: string, options?: RequestOptions) =>
        api.json('DELETE /api/v1/history/{id}', { path: { id } }, options),
    },
  };
}

type BatchBody = Omit<Json<'POST /api/v1/generate/batch'>, 'dry_run'>;

export function batches(api: Api) {
  const post = (json: Json<'POST /api/v1/generate/batch'>, options?: RequestOptions) =>
    api.json('POST /api/v1/generate/batch', { json }, options);
  const get = (id: string, options?: RequestOptions) =>
    api.json('GET /api/v1/generate/batch/{id}', { path: { id } }, options);
  return {
    create: (body: BatchBody, options?: RequestOptions) => post(body, options) as Promise<BatchQueued>,
    /** Checks every line and estimates the cost; makes and charges nothing. */
    dryRun: (body: BatchBody, options?: RequestOptions) =>
      post({ ...body, dry_run: true }, options) as Promise<BatchDryRun>,
    list: (query: Query<'GET /api/v1/batches'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/batches', 'batches', { query }, options),
    get,
    /** The batch when every job has ended. */
    wait: (id: string, options: RequestOptions & { onProgress?: (batch: Batch) => void } = {}) =>
      pollUntil(
        api,
        (rest) => get(id, rest),
        ({ status }) => status === 'COMPLETED',
        options,
      ),
    /** Cancels what has not started. */
    cancel: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/generate/batch/{id}', { path: { id } }, options),
  };
}
