import { setFlagsFromString } from 'node:v8';
import { silentLog } from '../log.ts';
import type { Database } from './database.ts';
import { openPglite } from './pglite.ts';
import { migratedDump } from './testing-dump.ts';
import { openScratchDatabase } from './testing-server.ts';

/** A fresh, migrated database that nobody else sees: on the server of `TEST_DATABASE_URL`, else PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) return openScratchDatabase(adminUrl);
  // Optimising the database's code costs more than a file of tests can gain by it.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  return openPglite({ dump: await migratedDump(), log: silentLog });
}
