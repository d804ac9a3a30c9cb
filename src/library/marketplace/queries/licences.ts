import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

/** False when there was one already. The lock makes a takedown wait, or be seen. */
export async function insertLicence(
  tx: Tx,
  { listingId, accountId, now }: { listingId: string; accountId: string; now: Date },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO licences (listing_id, account_id, created_at)
    SELECT id, ${accountId}::uuid, ${now}::timestamptz
    FROM listings WHERE id = ${listingId}::uuid AND status = 'published' FOR SHARE
    ON CONFLICT DO NOTHING RETURNING listing_id
  `.execute(tx);
  return result.rows.length > 0;
}

export async function selectLicence(
  db: Db,
  listingId: string,
  accountId: string,
): Promise<{ created_at: Date } | undefined> {
  const result = await sql<{ created_at: Date }>`
    SELECT created_at FROM licences WHERE listing_id = ${listingId}::uuid AND account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}
