import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../log.ts';
import type { Database } from './database.ts';
import { openPglite } from './pglite.ts';
import { emptyDump, migratedDump } from './testing-dump.ts';
import { openBareDatabase as openBareOnServer, openBeside, openScratchDatabase } from './testing-server.ts';

export { openEmptyDatabase } from './testing-server.ts';

/** TypeScript declares it only together with the DOM. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let program: Promise<object> | undefined;

/** A fresh, migrated, private database: on the server of `TEST_DATABASE_URL`, or PGlite in memory. */
export async function openTestDatabase(): Promise<Database> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  if (adminUrl) return openScratchDatabase(adminUrl);
  return openBriefly(await migratedDump());
}

/** A private database without tables, as an operator provides it for the first start. */
export async function openBareDatabase(): Promise<Database> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  return adminUrl ? openBareOnServer(adminUrl) : openBarePglite();
}

/** The embedded one without tables, also where there is a server. */
export async function openBarePglite(): Promise<Database> {
  return openBriefly(await emptyDump());
}

async function openBriefly(dump: Uint8Array): Promise<Database> {
  program ??= compileProgram();
  return openPglite({ dump, program: await program, log: silentLog });
}

/** Opens a second node of the same service. PGlite has one connection, which both share. */
export async function openSecondNode(database: Database): Promise<Database> {
  const adminUrl = process.env.TEST_DATABASE_URL;
  return adminUrl ? openBeside(adminUrl, database) : { ...database, close: async () => undefined };
}

/** A process does this once: every function is compiled when it is first called, by whichever database calls it. */
async function compileProgram(): Promise<object> {
  const url = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(url));
}

/** Puts a migrated database into DATA_DIR, as an earlier run of the service leaves it. Creating one takes many times as long. */
export async function restoreMigratedFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'database');
  await mkdir(folder, { mode: 0o700 });
  const scratch = await mkdtemp(join(tmpdir(), 'dump-'));
  try {
    const archive = join(scratch, 'dump.tar');
    await writeFile(archive, await migratedDump());
    await promisify(execFile)('tar', ['-xf', archive, '-C', folder]);
  } finally {
    await rm(scratch, { recursive: true });
  }
}
