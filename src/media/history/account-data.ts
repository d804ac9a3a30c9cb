import { type Db, sql } from '../../platform/database/index.ts';
import { deletePrefix, type Storage } from '../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { findWords, listGenerations } from './queries.ts';

export function historyData({ db, storage }: { db: Db; storage: Storage }): AccountData {
  const allGenerations = (accountId: string) =>
    allPages((before) => listGenerations(db, accountId, { limit: EXPORT_PAGE - 1, before }));
  return {
    async *entries(accountId) {
      yield jsonLines('history.jsonl', async function* () {
        for await (const { audio_key: _, ...entry } of allGenerations(accountId))
          yield { ...entry, text: (await findWords(db, accountId, entry.id))?.text ?? null };
      });
      for await (const { id, format, audio_key: key } of allGenerations(accountId)) {
        const open = async () => (key && (await storage.get(key))?.body) || null;
        yield { path: `history/${id}.${format}`, open };
      }
    },
    /** Objects first: a crash leaves rows, which the next run deletes. */
    async erase(accountId) {
      await deletePrefix(storage, `history/${accountId}/`);
      await sql`DELETE FROM generations WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
