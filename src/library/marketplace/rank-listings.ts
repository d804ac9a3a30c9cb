import { type Db, sql } from '../../platform/database/index.ts';

const BATCH = 500;

/** Brings new uses into the order of the marketplace. Returns 0 when the next batch can wait until there are more. */
export function rankListings({ db }: { db: Db }): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ listing_id: string }>`
      WITH due AS (SELECT id FROM listing_sales WHERE NOT ranked LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      UPDATE listing_sales s SET ranked = true FROM due WHERE s.id = due.id RETURNING s.listing_id
    `.execute(tx);
    const listingIds = [...new Set(rows.map((row) => row.listing_id))];
    // A statement of its own, so that it sees what was committed until the rows were locked.
    await sql`
      WITH l AS (SELECT id FROM listings WHERE id = ANY (${listingIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE)
      UPDATE listings SET ranked_uses = (SELECT sum(uses) FROM listing_sales WHERE listing_id = l.id)
      FROM l WHERE listings.id = l.id
    `.execute(tx);
    return rows.length < BATCH ? 0 : rows.length;
  });
}
