import type { Api } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

/** Tells about the service itself. */
export function service(api: Api) {
  return {
    models: (options?: RequestOptions) => api.json('GET /api/v1/models', {}, options),
    health: (options?: RequestOptions) => api.json('GET /api/health', {}, options),
    changelog: (options?: RequestOptions) => api.json('GET /api/v1/changelog', {}, options),
  };
}
