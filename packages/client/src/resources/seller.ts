import type { Api, Json, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

/** Reads what your published voices earn. Publishing itself is `voices.clones.publish`. */
export function seller(api: Api) {
  return {
    earnings: (options?: RequestOptions) => api.json('GET /api/v1/seller/earnings', {}, options),
    verification: (options?: RequestOptions) => api.json('GET /api/v1/seller/verification', {}, options),
    requestVerification: (json: Json<'POST /api/v1/seller/verification'>, options?: RequestOptions) =>
      api.json('POST /api/v1/seller/verification', { json }, options),
    listings: (query: Query<'GET /api/v1/seller/listings'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/seller/listings', 'listings', { query }, options),
    payouts: (query: Query<'GET /api/v1/seller/payouts'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/seller/payouts', 'payouts', { query }, options),
    requestPayout: (json: Json<'POST /api/v1/seller/payouts'>, options?: RequestOptions) =>
      api.json('POST /api/v1/seller/payouts', { json }, options),
    /** Decisions about your listings and those that you license. */
    notices: (query: Query<'GET /api/v1/voices/community/notices'> = {}, options?: RequestOptions) =>
      api.list('GET /api/v1/voices/community/notices', 'notices', { query }, options),
  };
}
