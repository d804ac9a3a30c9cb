import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import { markSelected, type ObjectColumn } from '../../../platform/storage/index.ts';
import { ConversationNotFound } from './errors.ts';

export type TurnKey = { accountId: string; conversationId: string; number: number };

/** Tells who made the sound. The history keeps that of replies over HTTP instead. */
export type Side = 'caller' | 'reply';

export const CONVERSATION_OBJECTS: readonly ObjectColumn[] = [
  { table: 'conversation_turns', column: 'audio_key' },
  { table: 'conversation_turns', column: 'reply_audio_key' },
];

const COLUMN_OF = { caller: sql`audio_key`, reply: sql`reply_audio_key` };

export async function setAudioKey(
  tx: Tx,
  { accountId, conversationId, number }: TurnKey,
  side: Side,
  key: string,
): Promise<void> {
  const { rows } = await sql`
    UPDATE conversation_turns SET ${COLUMN_OF[side]} = ${key}
    WHERE conversation_id = ${conversationId} AND number = ${number} AND account_id = ${accountId}::uuid
    RETURNING number`.execute(tx);
  if (rows.length === 0) throw new ConversationNotFound();
}

export async function findAudioKey(
  db: Db,
  { accountId, conversationId, number }: TurnKey,
  side: Side,
): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`
    SELECT ${COLUMN_OF[side]} AS key FROM conversation_turns
    WHERE conversation_id = ${conversationId} AND number = ${number} AND account_id = ${accountId}::uuid`.execute(
    db,
  );
  return rows[0]?.key ?? null;
}

/** Across tenants, for the sweep. The same statement marks the sound for deletion. */
export async function stripAudioBefore(db: Db, oldest: Date, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH old AS (
      SELECT conversation_id, number, audio_key, reply_audio_key FROM conversation_turns
      WHERE created_at < ${oldest}::timestamptz AND (audio_key IS NOT NULL OR reply_audio_key IS NOT NULL)
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ), stripped AS (
      UPDATE conversation_turns t SET audio_key = NULL, reply_audio_key = NULL FROM old
      WHERE t.conversation_id = old.conversation_id AND t.number = old.number
    ), sounds AS (
      SELECT key FROM old, unnest(ARRAY[audio_key, reply_audio_key]) AS key WHERE key IS NOT NULL
    ), marked AS (${markSelected(sql`SELECT key FROM sounds`, now)})
    SELECT key FROM sounds`.execute(db);
  return rows.map(({ key }) => key);
}

export type Deleted = { conversations: number; audioKeys: string[] };

/** One conversation, or all of the account. The same statement marks their sound for deletion. */
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
      SELECT key FROM conversation_turns t JOIN gone ON t.conversation_id = gone.id,
        unnest(ARRAY[t.audio_key, t.reply_audio_key]) AS key
      WHERE t.account_id = ${accountId}::uuid AND key IS NOT NULL
    ), marked AS (${markSelected(sql`SELECT key FROM sounds`, now)})
    SELECT key FROM sounds UNION ALL SELECT NULL FROM gone`.execute(db);
  const audioKeys = rows.flatMap(({ key }) => key ?? []);
  return { conversations: rows.length - audioKeys.length, audioKeys };
}
