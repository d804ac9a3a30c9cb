import { type Db, sql } from '../../platform/database/index.ts';

export type DayTokens = { accountId: string; day: string; tokens: number };
/** The part of a day's limit that a running call holds. */
export type DayShare = { id: string; accountId: string };

const USED = sql`(CASE WHEN m.day >= EXCLUDED.day THEN m.tokens ELSE 0 END)`;

/** One statement, so that calls at the same moment cannot pass the limit together. It returns nothing when it would be exceeded. */
function taken({ accountId, day, tokens }: DayTokens, limit: number) {
  return sql`
    INSERT INTO model_tokens AS m (account_id, day, tokens)
    SELECT ${accountId}::uuid, ${day}::date, ${tokens}::bigint WHERE ${tokens}::bigint <= ${limit}::bigint
    ON CONFLICT (account_id) DO UPDATE SET day = GREATEST(m.day, EXCLUDED.day), tokens = ${USED} + EXCLUDED.tokens
    WHERE ${USED} + EXCLUDED.tokens <= ${limit}::bigint
    RETURNING m.account_id, m.day`;
}

/** False when the limit would be exceeded. */
export async function addTokens(db: Db, tokens: DayTokens, limit: number): Promise<boolean> {
  return (await taken(tokens, limit).execute(db)).rows.length > 0;
}

/**
 * Takes tokens as `addTokens` does, but keeps note of them: `subtractUnused` gives back what was not used, and the
 * sweep gives back all that a crash left behind.
 */
export async function insertShare(
  db: Db,
  { id, expiresAt, ...tokens }: DayTokens & { id: string; expiresAt: Date },
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    WITH taken AS (${taken(tokens, limit)})
    INSERT INTO model_token_shares (id, account_id, day, tokens, expires_at)
    SELECT ${id}::uuid, account_id, day, ${tokens.tokens}::bigint, ${expiresAt}::timestamptz FROM taken
    RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Once per share. The day gets nothing back after a new one has begun. */
export async function subtractUnused(db: Db, { id, accountId }: DayShare, used: number): Promise<void> {
  await sql`
    WITH share AS (
      DELETE FROM model_token_shares WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid
      RETURNING account_id, day, tokens
    )
    UPDATE model_tokens m SET tokens = GREATEST(0, m.tokens - GREATEST(0, share.tokens - ${used}::bigint))
    FROM share WHERE m.account_id = share.account_id AND m.day = share.day`.execute(db);
}

/** Across tenants, for the sweep. */
export async function selectExpiredShares(db: Db, now: Date, limit: number): Promise<DayShare[]> {
  const { rows } = await sql<DayShare>`
    SELECT id, account_id AS "accountId" FROM model_token_shares WHERE expires_at <= ${now}::timestamptz
    ORDER BY expires_at LIMIT ${limit}`.execute(db);
  return rows;
}

export async function selectTokens(db: Db, accountId: string, day: string): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    SELECT tokens FROM model_tokens WHERE account_id = ${accountId}::uuid AND day >= ${day}::date`.execute(
    db,
  );
  return rows[0]?.tokens ?? 0;
}

export async function deleteTokens(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM model_token_shares WHERE account_id = ${accountId}::uuid`.execute(db);
  await sql`DELETE FROM model_tokens WHERE account_id = ${accountId}::uuid`.execute(db);
}
