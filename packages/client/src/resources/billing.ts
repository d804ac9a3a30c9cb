import type { Api, Json, MediaCall, Query } from '../core/api.ts';
import type { RequestOptions } from '../core/options.ts';

type LedgerQuery = Omit<Query<'GET /api/billing/ledger'>, 'format'>;

export function billing(api: Api) {
  return {
    usage: (query: Query<'GET /api/usage'> = {}, options?: RequestOptions) =>
      api.json('GET /api/usage', { query }, options),
    plans: (options?: RequestOptions) => api.json('GET /api/v1/plans', {}, options),
    /** Changes the plan. Open the `url` of the answer to pay. */
    checkout: (json: Json<'POST /api/billing/checkout'>, options?: RequestOptions) =>
      api.json('POST /api/billing/checkout', { json }, options),
    portal: (options?: RequestOptions) => api.json('POST /api/billing/portal', {}, options),
    topUp: (json: Json<'POST /api/billing/topup'>, options?: RequestOptions) =>
      api.json('POST /api/billing/topup', { json }, options),
    invoices: (query: Query<'GET /api/billing/invoices'> = {}, options?: RequestOptions) =>
      api.list('GET /api/billing/invoices', 'invoices', { query }, options),
    invoicePdf: (id: string, options?: RequestOptions): MediaCall =>
      api.media('GET /api/billing/invoices/{id}.pdf', { path: { id } }, options),
    ledger: (query: LedgerQuery = {}, options?: RequestOptions) =>
      api.list('GET /api/billing/ledger', 'entries', { query: { ...query, format: 'json' } }, options),
    /** The whole statement as CSV. */
    statement: (query: LedgerQuery = {}, options?: RequestOptions): MediaCall =>
      api.media('GET /api/billing/ledger', { query: { ...query, format: 'csv' } }, options),
    /** Automatic top-ups, spend caps and alerts. */
    settings: (options?: RequestOptions) => api.json('GET /api/billing/payg-settings', {}, options),
    updateSettings: (json: Json<'PUT /api/billing/payg-settings'>, options?: RequestOptions) =>
      api.json('PUT /api/billing/payg-settings', { json }, options),
  };
}
