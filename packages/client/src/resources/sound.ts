import type { Api, Json, MediaCall } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

const AS_JSON = { accept: 'application/json' };

export function music(api: Api) {
  return {
    create: (json: Json<'POST /api/v1/music'>, options?: RequestOptions): MediaCall =>
      api.media('POST /api/v1/music', { json }, options),

    /** Audio in base64, with the plan that was read from the prompt. */
    createWithPlan: (json: Json<'POST /api/v1/music'>, options?: RequestOptions) =>
      api.json('POST /api/v1/music', { json }, { ...options, headers: { ...AS_JSON, ...options?.headers } }),

    /** Genres, moods, instruments and limits. */
    catalog: (options?: RequestOptions) => api.json('GET /api/v1/music', {}, options),
    preview: (name: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/music/{name}/preview', { path: { name } }, options),
  };
}

export function soundEffects(api: Api) {
  return {
    create: (json: Json<'POST /api/v1/sfx'>, options?: RequestOptions): MediaCall =>
      api.media('POST /api/v1/sfx', { json }, options),
    catalog: (options?: RequestOptions) => api.json('GET /api/v1/sfx', {}, options),
    preview: (kind: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/v1/sfx/{kind}/preview', { path: { kind } }, options),
  };
}
