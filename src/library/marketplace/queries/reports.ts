import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { ListingStatus } from '../listing.ts';

export type ReportRow = {
  id: string;
  listing_id: string;
  account_id: string;
  reason: string;
  details: string | null;
  created_at: Date;
};

export const REPORT_STATUSES = ['open', 'closed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Admins also see the listing that the report is about. */
export type ReportedRow = ReportRow & {
  listing_title: string;
  listing_status: ListingStatus;
  closed_at: Date | null;
};

type NewReport = {
  id: string;
  listingId: string;
  accountId: string;
  reason: string;
  details: string | null;
  now: Date;
};

export async function insertReport(db: Db, report: NewReport): Promise<ReportRow> {
  const result = await sql<ReportRow>`
    INSERT INTO listing_reports (id, listing_id, account_id, reason, details, created_at)
    VALUES (${report.id}::uuid, ${report.listingId}::uuid, ${report.accountId}::uuid, ${report.reason}, ${report.details},
      ${report.now}::timestamptz)
    ON CONFLICT (listing_id, account_id) DO UPDATE SET reason = EXCLUDED.reason, details = EXCLUDED.details,
      created_at = EXCLUDED.created_at, closed_at = NULL
    RETURNING id, listing_id, account_id, reason, details, created_at
  `.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error('the report was not stored');
  return row;
}

const REPORTED = sql`r.id, r.listing_id, r.account_id, r.reason, r.details, r.created_at, r.closed_at,
  l.title AS listing_title, l.status AS listing_status`;

const IN_STATUS = { open: sql`r.closed_at IS NULL`, closed: sql`r.closed_at IS NOT NULL` };

/** Across tenants, for admins. Newest first, one more than the page when there is a next one. */
export async function selectReports(
  db: Db,
  { status, before, limit }: { status?: ReportStatus | undefined; before: string | null; limit: number },
): Promise<ReportedRow[]> {
  const result = await sql<ReportedRow>`
    SELECT ${REPORTED} FROM listing_reports r JOIN listings l ON l.id = r.listing_id
    WHERE ${status === undefined ? sql`true` : IN_STATUS[status]}
      AND ${before === null ? sql`true` : sql`r.id < ${before}::uuid`}
    ORDER BY r.id DESC LIMIT ${sql.lit(limit + 1)}
  `.execute(db);
  return result.rows;
}

/** Undefined when there is no such report. One that is closed keeps its time. */
export async function closeReport(db: Db, id: string, now: Date): Promise<ReportedRow | undefined> {
  const result = await sql<ReportedRow>`
    UPDATE listing_reports r SET closed_at = COALESCE(r.closed_at, ${now}::timestamptz)
    FROM listings l WHERE r.id = ${id}::uuid AND l.id = r.listing_id RETURNING ${REPORTED}
  `.execute(db);
  return result.rows[0];
}

export async function closeReportsOf(tx: Tx, listingId: string, now: Date): Promise<void> {
  await sql`
    UPDATE listing_reports SET closed_at = ${now}::timestamptz
    WHERE listing_id = ${listingId}::uuid AND closed_at IS NULL
  `.execute(tx);
}
