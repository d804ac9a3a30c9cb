import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import { markSelected } from '../../../platform/storage/index.ts';

export type TurnKey = { accountId: string; conversationId: string; number: number };

export async function setAudioKey(
  tx: Tx,
  { accountId, conversationId, number }: TurnKey,
  key: string,
): Promise<void> {
  await sql`
    UPDATE conversation_turns SET audio_key = ${key}
    WHERE conversation_id = ${conversationId} AND number = ${number} AND account_id = ${accountId}::uuid`.execute(
    tx,
  );
}

export async function findAudioKey(
  db: Db,
  { accountId, conversationId, number }: TurnKey,
): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`
    SELECT audio_key AS key FROM conversation_turns
    WHERE conversation_id = ${conversationId} AND number = ${number} AND account_id = ${accountId}::uuid`.execute(
    db,
  );
  return rows[0]?.key ?? null;
}

/** Across tenants, for the sweep. The same statement marks the sound for deletion. */
export async function stripAudioBefore(db: Db, oldest: Date, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH old AS (
      SELECT conversation_id, number, audio_key FROM conversation_turns
      WHERE created_at < ${oldest}::timestamptz AND audio_key IS NOT NULL
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), stripped AS (
      UPDATE conversation_turns t SET audio_key = NULL FROM old
      WHERE t.conversation_id = old.conversation_id AND t.number = old.number
    ), marked AS (${markSelected(sql`SELECT audio_key FROM old`, now)})
    SELECT audio_key AS key FROM old`.execute(db);
  return rows.map(({ key }) => key);
}

export type Deleted = { conversations: number; audioKeys: string[] };

/** One conversation, or all of the account. The same statement marks the callers' sound for deletion. */
export async function deleteWithAudio(
  db: Db,
  accountId: string,
  id: string | null,
  now: Date,
): Promise<Deleted> {
  const { rows } = await sql<{ key: string | null }>`
    WITH gone AS (
      DELETE FROM conversations WHERE account_id = ${accountId}::uuid AND (${id}::text IS NULL OR id = ${id}::text)
      RETURNING id
    ), sounds AS (
      SELECT t.audio_key FROM conversation_turns t JOIN gone ON t.conversation_id = gone.id
      WHERE t.account_id = ${accountId}::uuid AND t.audio_key IS NOT NULL
    ), marked AS (${markSelected(sql`SELECT audio_key FROM sounds`, now)})
    SELECT audio_key AS key FROM sounds UNION ALL SELECT NULL FROM gone`.execute(db);
  const audioKeys = rows.flatMap(({ key }) => key ?? []);
  return { conversations: rows.length - audioKeys.length, audioKeys };
}
