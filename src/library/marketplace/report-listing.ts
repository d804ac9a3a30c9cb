import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { findListing } from './license-listing.ts';
import { insertReport, type ReportRow } from './queries/reports.ts';

export const REPORT_REASONS = ['impersonation', 'no_consent', 'harmful', 'misleading', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** One for each account and listing: reporting again replaces the first report. */
export async function reportListing(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  listingId: string,
  { reason, details }: { reason: ReportReason; details: string | null },
): Promise<ReportRow> {
  const listing = await findListing(db, caller, listingId);
  const now = clock.now();
  const id = uuidv7(now.getTime());
  return insertReport(db, { id, listingId: listing.id, accountId: caller.accountId, reason, details, now });
}
