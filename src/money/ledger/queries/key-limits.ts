import { type Db, sql } from '../../../platform/database/index.ts';

export type KeyLimitRow = { key_id: string; monthly_credits: number; used_credits: number };

/** Of the cycle of the wallet: what was used in an earlier one no longer counts. */
const USED = (cycle: number) => sql`(CASE WHEN cycle = ${cycle}::integer THEN used_credits ELSE 0 END)`;

type Taking = { accountId: string; cycle: number; keyId: string; credits: number };

/** False when the limit is too low. */
export async function addToKeyLimit(db: Db, { accountId, cycle, keyId, credits }: Taking): Promise<boolean> {
  const total = sql`${USED(cycle)} + ${credits}::bigint`;
  const { rows } = await sql`
    UPDATE key_limits SET used_credits = ${total}, cycle = ${cycle}::integer
    WHERE key_id = ${keyId} AND account_id = ${accountId}::uuid AND ${total} <= monthly_credits
    RETURNING key_id`.execute(db);
  return rows.length > 0;
}

export async function selectKeyLimits(db: Db, accountId: string, cycle: number): Promise<KeyLimitRow[]> {
  const { rows } = await sql<KeyLimitRow>`
    SELECT key_id, monthly_credits, ${USED(cycle)} AS used_credits FROM key_limits
    WHERE account_id = ${accountId}::uuid ORDER BY key_id`.execute(db);
  return rows;
}

/** The wallet must be locked: the charges are counted once, here, and from then on with every charge. */
export async function upsertKeyLimit(db: Db, { accountId, cycle, keyId, credits }: Taking): Promise<void> {
  await sql`
    INSERT INTO key_limits (key_id, account_id, monthly_credits, cycle, used_credits)
    SELECT ${keyId}, ${accountId}::uuid, ${credits}::bigint, ${cycle}::integer, COALESCE(sum(credits), 0)::bigint
    FROM charges WHERE account_id = ${accountId}::uuid AND credential_id = ${keyId} AND cycle = ${cycle}::integer
    ON CONFLICT (key_id) DO UPDATE SET monthly_credits = EXCLUDED.monthly_credits, cycle = EXCLUDED.cycle,
      used_credits = EXCLUDED.used_credits`.execute(db);
}

export async function deleteKeyLimit(db: Db, accountId: string, keyId: string): Promise<void> {
  await sql`DELETE FROM key_limits WHERE key_id = ${keyId} AND account_id = ${accountId}::uuid`.execute(db);
}

export async function deleteKeyLimits(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM key_limits WHERE account_id = ${accountId}::uuid`.execute(db);
}
