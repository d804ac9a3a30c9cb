export { sql } from 'kysely';
export { inBatches, perHandle } from './batches.ts';
export type { Database, Db, Sql, Tx } from './database.ts';
export { openDatabaseClock } from './database-clock.ts';
export { DataFolderInUse, findHolder, lockFolder } from './folder-lock.ts';
export { inspectSchema, migrate, whileNobodyMigrates } from './migrate.ts';
export { type Migration, readMigrations } from './migration-files.ts';
export { openDatabase } from './open.ts';
export { copyOpen, withCopy } from './pglite-copy.ts';
export { folderIn, holdsDatabase } from './pglite-folder.ts';
export { DEFAULT_POOL_SIZE } from './postgres.ts';
export { rehearseMigrations } from './rehearse-migrations.ts';
export {
  beginRestoration,
  endRestoration,
  findRestoration,
  PlaceNotEmpty,
  refuseHalfRestored,
  releaseRestoration,
  requireEmptyDatabase,
} from './restoration.ts';
export { type Columns, type Row, tableOf } from './rows.ts';
export { aloneOnServer } from './session-lock.ts';
export { isStoreUnavailable } from './unavailable.ts';
