import { type Db, sql } from '../../platform/database/index.ts';
import { deletePrefix, type Storage } from '../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { selectAssets } from './queries.ts';

export function assetData({ db, storage }: { db: Db; storage: Storage }): AccountData {
  const allAssets = (accountId: string) =>
    allPages((before) => selectAssets(db, accountId, { limit: EXPORT_PAGE - 1, before, kind: undefined }));
  return {
    async *entries(accountId) {
      yield jsonLines('assets.jsonl', async function* () {
        for await (const { object_key: _, ...asset } of allAssets(accountId)) yield asset;
      });
      for await (const { id, extension, object_key } of allAssets(accountId)) {
        const open = async () => (await storage.get(object_key))?.body ?? null;
        yield { path: `assets/${id}.${extension}`, open };
      }
    },
    /** Objects first: a crash leaves rows, which the next run deletes. */
    async erase(accountId) {
      await deletePrefix(storage, `media/${accountId}/`);
      await sql`DELETE FROM assets WHERE account_id = ${accountId}::uuid`.execute(db);
      await sql`DELETE FROM asset_files WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}
