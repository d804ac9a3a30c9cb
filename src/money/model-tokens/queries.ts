import { type Db, sql } from '../../platform/database/index.ts';

export type DayTokens = { accountId: string; day: string; tokens: number };

const USED = sql`(CASE WHEN m.day >= EXCLUDED.day THEN m.tokens ELSE 0 END)`;

/** One statement, so that calls at the same moment cannot pass the limit together. False when it would be exceeded. */
export async function addTokens(
  db: Db,
  { accountId, day, tokens }: DayTokens,
  limit: number,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO model_tokens AS m (account_id, day, tokens)
    SELECT ${accountId}::uuid, ${day}::date, ${tokens}::bigint WHERE ${tokens}::bigint <= ${limit}::bigint
    ON CONFLICT (account_id) DO UPDATE SET day = GREATEST(m.day, EXCLUDED.day), tokens = ${USED} + EXCLUDED.tokens
    WHERE ${USED} + EXCLUDED.tokens <= ${limit}::bigint
    RETURNING m.account_id`.execute(db);
  return rows.length > 0;
}

/** Nothing happens once a new day has begun. */
export async function subtractTokens(db: Db, { accountId, day, tokens }: DayTokens): Promise<void> {
  await sql`
    UPDATE model_tokens SET tokens = GREATEST(0, tokens - ${tokens}::bigint)
    WHERE account_id = ${accountId}::uuid AND day = ${day}::date`.execute(db);
}

export async function selectTokens(db: Db, accountId: string, day: string): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    SELECT tokens FROM model_tokens WHERE account_id = ${accountId}::uuid AND day >= ${day}::date`.execute(
    db,
  );
  return rows[0]?.tokens ?? 0;
}

export async function deleteTokens(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM model_tokens WHERE account_id = ${accountId}::uuid`.execute(db);
}
