import type { Api, Json, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

/** Requests that were saved, to be run again on any device of the account. */
export function runs(api: Api) {
  return {
    list: (query: Query<'GET /api/runs'> = {}, options?: RequestOptions) =>
      api.list('GET /api/runs', 'runs', { query }, options),
    get: (id: string, options?: RequestOptions) => api.json('GET /api/runs/{id}', { path: { id } }, options),
    save: (json: Json<'POST /api/runs'>, options?: RequestOptions) =>
      api.json('POST /api/runs', { json }, options),
    update: (id: string, json: Json<'PATCH /api/runs/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/runs/{id}', { path: { id }, json }, options),
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/runs/{id}', { path: { id } }, options),
  };
}
