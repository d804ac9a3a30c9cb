import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import type { AccountData } from '../../tenancy/accounts/index.ts';
import { deleteOfAccount } from './queries.ts';

/** An export leaves the cache out, because the history has the audio. */
export function speechCacheData(deps: ObjectDeps): AccountData {
  return {
    async erase(accountId) {
      await deleteMarkedObjects(deps, await deleteOfAccount(deps.db, accountId, deps.clock.now()));
    },
  };
}
