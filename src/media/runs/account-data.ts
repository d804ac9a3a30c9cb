import type { Db } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { deleteRuns, findRun, selectRuns } from './queries.ts';

export function runData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('saved-runs.jsonl', async function* () {
        const pages = allPages((before) => selectRuns(db, accountId, { limit: EXPORT_PAGE, before }));
        for await (const { id } of pages) {
          const run = await findRun(db, accountId, id);
          if (run) yield run;
        }
      });
    },
    erase: (accountId) => deleteRuns(db, accountId),
  };
}
