import type { Access } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isStoreUnavailable } from '../../platform/database/index.ts';
import { selectStandings } from './queries.ts';

type Deps = { database: Database; clock: Clock } & Pick<Access, 'isSmallerPlan'>;

/** What `http` needs to end what is open when the access behind it ends. The database notifies of each end by triggers. */
export async function openAccess({
  database,
  clock,
  isSmallerPlan,
}: Deps): Promise<Access & { close(): Promise<void> }> {
  const listeners = new Set<(accountId: string) => void>();
  const stop = await database.listen('access_changed', (accountId) => {
    for (const changed of listeners) changed(accountId);
  });
  return {
    isSmallerPlan,
    now: () => clock.now(),
    onChange: (changed) => void listeners.add(changed),
    async standings(callers) {
      // An ephemeral key has the id of what made it.
      const ids = callers.map(({ credential }) => credential.id);
      const found = await selectStandings(database.db, [...new Set(ids)], clock.now());
      return ids.map((id) => found.get(id) ?? null);
    },
    async close() {
      // A lost connection needs no UNLISTEN.
      await stop().catch((error: unknown) => {
        if (!isStoreUnavailable(error)) throw error;
      });
    },
  };
}
