import { type Db, sql } from '../../../platform/database/index.ts';
import type { ProviderName } from '../../providers/index.ts';
import type { EventStatus } from './events.ts';

export type CreditRow = {
  id: string;
  account_id: string;
  amount_minor: number;
  currency: string;
  taken_back: boolean;
};

/** Across tenants: payments of a provider that added to a wallet. */
export async function selectCredits(db: Db, provider: ProviderName, since: Date): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    SELECT id, account_id, amount_minor, currency, taken_micros = micros AS taken_back FROM payments
    WHERE provider = ${provider} AND at >= ${since}::timestamptz`.execute(db);
  return rows;
}

export type ReportRow = {
  id: string;
  dedupe_key: string;
  status: EventStatus;
  note: string | null;
  payload: string | null;
};

/** Across tenants: events of a provider that report a payment, oldest first. */
export async function selectReports(
  db: Db,
  provider: ProviderName,
  page: { after: string; limit: number; type: string | null },
): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    SELECT id, dedupe_key, status, note, payload FROM payment_events
    WHERE provider = ${provider} AND id > ${page.after}::uuid
      AND (type = ${page.type}::text OR starts_with(dedupe_key, 'payment:'))
    ORDER BY id LIMIT ${page.limit}`.execute(db);
  return rows;
}
