import { silentLog } from '../log.ts';
import type { Database } from './index.ts';
import { openPglite } from './pglite.ts';
import { migratedDump } from './testing-dump.ts';
import { openScratchDatabase } from './testing-server.ts';

/** A fresh, migrated database that nobody else sees: on the server of `TEST_DATABASE_URL`, else PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) return openScratchDatabase(adminUrl);
  return openPglite({ dump: await migratedDump(), log: silentLog });
}
