import type { Api, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

export function webhookDeliveries(api: Api) {
  return {
    list: (query: Query<'GET /api/v1/webhook-deliveries'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/webhook-deliveries', 'webhook_deliveries', { query }, options),
    get: (id: string, options?: RequestOptions) =>
      api.json('GET /api/v1/webhook-deliveries/{id}', { path: { id } }, options),
    replay: (id: string, options?: RequestOptions) =>
      api.json('POST /api/v1/webhook-deliveries/{id}/replay', { path: { id } }, options),
  };
}
