import { sql } from '../../platform/database/index.ts';
import { deleteMarkedObjects, markSelected, type ObjectDeps } from '../../platform/storage/index.ts';
import type { AccountData } from '../../tenancy/accounts/index.ts';

/** Not exported: the history has the audio. */
export function speechCacheData(deps: ObjectDeps): AccountData {
  return {
    async erase(accountId) {
      const { rows } = await sql<{ object_key: string }>`
        WITH gone AS (DELETE FROM speech_cache WHERE account_id = ${accountId}::uuid RETURNING object_key),
          marked AS (${markSelected(sql`SELECT object_key FROM gone`, deps.clock.now())})
        SELECT object_key FROM gone`.execute(deps.db);
      await deleteMarkedObjects(
        deps,
        rows.map((row) => row.object_key),
      );
    },
  };
}
