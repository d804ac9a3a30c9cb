import { type Db, sql } from '../../../platform/database/index.ts';

export type ReportRow = {
  id: string;
  listing_id: string;
  account_id: string;
  reason: string;
  details: string | null;
  created_at: Date;
};

const COLUMNS = sql`id, listing_id, account_id, reason, details, created_at`;

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
      created_at = EXCLUDED.created_at
    RETURNING ${COLUMNS}
  `.execute(db);
  const [row] = result.rows;
  if (!row) throw new Error('the report was not stored');
  return row;
}

/** Across tenants, for admins. Newest first, one more than the page when there is a next one. */
export async function selectReports(
  db: Db,
  { listingId, before, limit }: { listingId?: string | undefined; before: string | null; limit: number },
): Promise<ReportRow[]> {
  const result = await sql<ReportRow>`
    SELECT ${COLUMNS} FROM listing_reports
    WHERE (${listingId ?? null}::uuid IS NULL OR listing_id = ${listingId ?? null}::uuid)
      AND (${before}::uuid IS NULL OR id < ${before}::uuid)
    ORDER BY id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}
