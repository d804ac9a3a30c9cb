import type { Access } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isStoreUnavailable } from '../../platform/database/index.ts';
import { selectStandings } from './queries.ts';

type Deps = { database: Database; clock: Clock } & Pick<Access, 'isSmallerPlan'>;

/** Lets `http` close streams and sockets when the access behind them ends. Triggers of the database notify of each end. */
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
