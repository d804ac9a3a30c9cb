import { type Db, sql } from '../../../platform/database/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../../tenancy/accounts/index.ts';
import type { DubRow } from './dub.ts';
import { selectDubs } from './queries.ts';

export function dubData({ db, storage }: { db: Db; storage: Storage }): AccountData {
  const allDubs = (accountId: string) =>
    allPages((before) => selectDubs(db, accountId, { limit: EXPORT_PAGE - 1, before }));
  return {
    async *entries(accountId) {
      yield jsonLines('dubs.jsonl', async function* () {
        for await (const dub of allDubs(accountId)) yield withoutKeys(dub);
      });
      const films = new Set<string>();
      for await (const { film, id, speech_key: speechKey } of allDubs(accountId)) {
        if (speechKey) yield { path: `dubs/${id}/speech.wav`, open: opener(storage, speechKey) };
        if (films.has(film.id)) continue;
        films.add(film.id);
        yield { path: `dubs/films/${film.id}`, open: opener(storage, film.object_key) };
      }
    },
    /** Objects first: a crash leaves rows, which the next run deletes. Films are deleted with the other media. */
    async erase(accountId) {
      for await (const { speech_key: speechKey, film } of allDubs(accountId))
        await storage.delete([film.object_key, speechKey ?? []].flat());
      for (const table of ['dub_speakers', 'dubs', 'dub_films'])
        await sql`DELETE FROM ${sql.table(table)} WHERE account_id = ${accountId}::uuid`.execute(db);
    },
  };
}

function opener(storage: Storage, key: string) {
  return async () => (await storage.get(key))?.body ?? null;
}

function withoutKeys({ film: { object_key: _film, ...film }, speech_key: _speech, ...dub }: DubRow): object {
  return { ...dub, film };
}
