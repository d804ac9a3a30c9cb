import { writeSync } from 'node:fs';
import { silentLog } from '../log.ts';
import { openDatabase, sql } from './index.ts';

/** Writes numbers without end and prints each once its commit is acknowledged; a test kills it. */
const dataDir = process.argv[2];
if (!dataDir) throw new Error('usage: testing-writer.ts DATA_DIR');
const database = await openDatabase({ dataDir, log: silentLog });
await sql`create table written (n int primary key)`.execute(database.db);
for (let n = 1; ; n += 1) {
  await sql`insert into written values (${n})`.execute(database.db);
  writeSync(1, `${n}\n`);
}
