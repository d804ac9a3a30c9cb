import { createHmac } from 'node:crypto';
import { type Db, sql } from '../../platform/database/index.ts';
import { mailboxOf } from './mailbox.ts';

/** `first`: nobody has ever used it. `again`: it was used, and no other living account has it. */
export type Claim = 'first' | 'again' | 'taken';

type Owner = { accountId: string; email: string };

/**
 * If two accounts claim an address at the same moment, one gets it. For the other it is `taken`, and that account waits
 * for it.
 */
export async function claimAddress(
  db: Db,
  key: Buffer,
  { accountId, email }: Owner,
  now: Date,
): Promise<Claim> {
  const hash = createHmac('sha256', key).update(mailboxOf(email)).digest();
  const { rows } = await sql<{ first: boolean; mine: boolean }>`
    INSERT INTO used_addresses AS u (hash, used_at, account_id)
    VALUES (${hash}::bytea, ${now}::timestamptz, ${accountId}::uuid)
    ON CONFLICT (hash) DO UPDATE SET account_id = COALESCE(u.account_id, EXCLUDED.account_id)
    RETURNING u.xmax = 0 AS first, u.account_id = ${accountId}::uuid AS mine`.execute(db);
  if (rows[0]?.mine) {
    await sql`DELETE FROM waiting_addresses WHERE account_id = ${accountId}::uuid`.execute(db);
    return rows[0].first ? 'first' : 'again';
  }
  await sql`
    INSERT INTO waiting_addresses (account_id, hash, waits_since)
    VALUES (${accountId}::uuid, ${hash}::bytea, ${now}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET hash = EXCLUDED.hash, waits_since = EXCLUDED.waits_since`.execute(
    db,
  );
  return 'taken';
}

/**
 * Frees the addresses of an account that ends. Each goes to the account that has waited longest for it. Returns those
 * accounts.
 */
export async function leaveAddresses(db: Db, accountId: string): Promise<string[]> {
  await sql`DELETE FROM waiting_addresses WHERE account_id = ${accountId}::uuid`.execute(db);
  const { rows } = await sql<{ heir: string | null }>`
    WITH heirs AS (
      DELETE FROM waiting_addresses WHERE account_id IN (
        SELECT DISTINCT ON (w.hash) w.account_id FROM waiting_addresses w JOIN used_addresses u USING (hash)
        WHERE u.account_id = ${accountId}::uuid ORDER BY w.hash, w.waits_since, w.account_id
      ) RETURNING account_id, hash
    )
    UPDATE used_addresses u SET account_id = (SELECT h.account_id FROM heirs h WHERE h.hash = u.hash)
    WHERE u.account_id = ${accountId}::uuid RETURNING u.account_id AS heir`.execute(db);
  return rows.flatMap(({ heir }) => heir ?? []);
}
