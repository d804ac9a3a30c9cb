import { type Db, sql } from '../../platform/database/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { AccountData } from '../../tenancy/accounts/index.ts';
import { objectKey } from './pcm-object.ts';

const BATCH = 500;

/** The speech cache. It holds no audio that the history does not, so it is not exported. */
export function recordingData({ db, storage }: { db: Db; storage: Storage }): AccountData {
  return {
    /** Objects first: a crash leaves rows, which the next run deletes. */
    async erase(accountId) {
      for (;;) {
        const { rows } = await sql<{ key: string }>`
          SELECT key FROM recordings WHERE account_id = ${accountId}::uuid LIMIT ${BATCH}`.execute(db);
        if (rows.length === 0) return;
        await storage.delete(rows.map(({ key }) => objectKey(key)));
        for (const { key } of rows) await sql`DELETE FROM recordings WHERE key = ${key}`.execute(db);
      }
    },
  };
}
