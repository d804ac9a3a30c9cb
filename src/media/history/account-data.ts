import { deleteMarkedObjects, deletePrefix, type ObjectDeps } from '../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { deleteGenerations, findText, listGenerations } from './queries.ts';

const ERASE_BATCH = 500;

export function historyData(deps: ObjectDeps): AccountData {
  const { db, storage, clock } = deps;
  const allGenerations = (accountId: string) =>
    allPages((before) => listGenerations(db, accountId, { limit: EXPORT_PAGE - 1, before }));
  return {
    async *entries(accountId) {
      yield jsonLines('history.jsonl', async function* () {
        for await (const { audio_key: _, ...entry } of allGenerations(accountId))
          yield { ...entry, text: await findText(db, accountId, entry.id) };
      });
      for await (const { id, format, audio_key: key } of allGenerations(accountId)) {
        const open = async () => (key && (await storage.get(key))?.body) || null;
        yield { path: `history/${id}.${format}`, open };
      }
    },
    async erase(accountId) {
      for (;;) {
        const gone = await deleteGenerations(db, accountId, clock.now(), ERASE_BATCH);
        await deleteMarkedObjects(
          deps,
          gone.flatMap(({ audio_key }) => audio_key ?? []),
        );
        if (gone.length < ERASE_BATCH) break;
      }
      // Earlier versions stored audio under this prefix, and may have left some without a row.
      await deletePrefix(storage, `history/${accountId}/`);
    },
  };
}
