import { setFlagsFromString } from 'node:v8';
import { silentLog } from '../log.ts';
import type { Database } from './database.ts';
import { openPglite } from './pglite.ts';
import { migratedDump } from './testing-dump.ts';
import { openScratchDatabase } from './testing-server.ts';

/** A fresh, migrated, private database: on the server of `TEST_DATABASE_URL`, or PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) return openScratchDatabase(adminUrl);
  // Optimising PGlite's WebAssembly costs more than a test file gains.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  return openPglite({ dump: await migratedDump(), log: silentLog });
}
