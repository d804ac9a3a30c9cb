import { type Db, sql } from '../../../platform/database/index.ts';

export type KeyLimitRow = {
  key_id: string;
  monthly_credits: number;
  used_credits: number;
  /** Set for an ephemeral key. */
  expires_at: Date | null;
};

/** Credits used in an earlier cycle no longer count, except for an ephemeral key: its limit is for its whole life. */
const USED = (cycle: number) =>
  sql`(CASE WHEN cycle = ${cycle}::integer OR expires_at IS NOT NULL THEN used_credits ELSE 0 END)`;

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

const LIMIT_COLUMNS = (cycle: number) =>
  sql`key_id, monthly_credits, ${USED(cycle)} AS used_credits, expires_at`;

/** Leaves out the limits of ephemeral keys. */
export async function selectKeyLimits(db: Db, accountId: string, cycle: number): Promise<KeyLimitRow[]> {
  const { rows } = await sql<KeyLimitRow>`
    SELECT ${LIMIT_COLUMNS(cycle)} FROM key_limits
    WHERE account_id = ${accountId}::uuid AND expires_at IS NULL ORDER BY key_id`.execute(db);
  return rows;
}

export async function findKeyLimit(
  db: Db,
  { accountId, cycle, keyId }: Pick<Taking, 'accountId' | 'cycle' | 'keyId'>,
): Promise<KeyLimitRow | undefined> {
  const { rows } = await sql<KeyLimitRow>`
    SELECT ${LIMIT_COLUMNS(cycle)} FROM key_limits
    WHERE account_id = ${accountId}::uuid AND key_id = ${keyId}`.execute(db);
  return rows[0];
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

export type Allotment = { accountId: string; ephemeralKeyId: string; credits: number; expiresAt: Date };

/** A new key has used nothing. No cycle has the number zero, and none matters here. */
export async function insertAllotment(
  db: Db,
  { accountId, ephemeralKeyId, credits, expiresAt }: Allotment,
): Promise<void> {
  await sql`
    INSERT INTO key_limits (key_id, account_id, monthly_credits, cycle, expires_at)
    VALUES (${ephemeralKeyId}, ${accountId}::uuid, ${credits}::bigint, 0, ${expiresAt}::timestamptz)`.execute(
    db,
  );
}

/** One batch, across tenants. A job may outlive the key that started it and reserve more, so its limit must stay. */
export async function deleteExpiredAllotments(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM key_limits WHERE key_id IN (
      SELECT key_id FROM key_limits k WHERE expires_at <= ${before}::timestamptz AND NOT EXISTS (
        SELECT FROM charges WHERE ephemeral_key_id = k.key_id AND status = 'reserved')
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function deleteKeyLimit(db: Db, accountId: string, keyId: string): Promise<void> {
  await sql`DELETE FROM key_limits WHERE key_id = ${keyId} AND account_id = ${accountId}::uuid`.execute(db);
}

export async function deleteKeyLimits(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM key_limits WHERE account_id = ${accountId}::uuid`.execute(db);
}
