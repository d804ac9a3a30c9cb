import type { Api, Form, Json, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

type NewAsset = Form<'POST /api/v1/assets'> | Json<'POST /api/v1/assets'>;

export function assets(api: Api) {
  return {
    /** An asset comes from a `file` or a `url`. */
    create: (source: NewAsset, options?: RequestOptions) =>
      api.json('POST /api/v1/assets', 'url' in source ? { json: source } : { form: source }, options),
    list: (query: Query<'GET /api/v1/assets'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/assets', 'assets', { query }, options),
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/assets/{id}', { path: { id } }, options),
    update: (id: string, json: Json<'PATCH /api/v1/assets/{id}'>, options?: RequestOptions) =>
      api.json('PATCH /api/v1/assets/{id}', { path: { id }, json }, options),
    delete: (id: string, options?: RequestOptions) =>
      api.json('DELETE /api/v1/assets/{id}', { path: { id } }, options),
    file: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/assets/{id}/file', { path: { id } }, options),
  };
}
