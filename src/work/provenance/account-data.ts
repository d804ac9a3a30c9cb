import type { Db } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { forgetOwner, listOfAccount } from './queries.ts';

const BATCH = 1_000;

/** What was made is exported. When the account is erased, the rows stay without it: they concern nobody then. */
export function provenanceData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('provenance.jsonl', async function* () {
        const pages = allPages((before) => listOfAccount(db, accountId, { limit: EXPORT_PAGE, before }));
        for await (const { sha256, sidecar: _, facts, ...row } of pages)
          yield { ...row, ...facts, sha256: Buffer.from(sha256).toString('hex') };
      });
    },
    async erase(accountId) {
      while ((await forgetOwner(db, accountId, BATCH)) === BATCH);
    },
  };
}
