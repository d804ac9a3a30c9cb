export { sql } from 'kysely';
export { inBatches, perHandle } from './batches.ts';
export type { Database, Db, Sql, Tx } from './database.ts';
export { openDatabaseClock } from './database-clock.ts';
export { migrate } from './migrate.ts';
export { openDatabase } from './open.ts';
export { type Columns, type Row, tableOf } from './rows.ts';
export { isStoreUnavailable } from './unavailable.ts';
