/** Fills a small disk: `node fill-disk.ts FOLDER`. Prints what the storage and the embedded database did then. */
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isStoreUnavailable, openDatabase, sql } from '../../database/index.ts';
import { restoreMigratedFolder } from '../../database/testing.ts';
import { DomainError } from '../../errors.ts';
import { silentLog } from '../../log.ts';
import { createDiskStorage, isStorageFull } from '../index.ts';

const OBJECT = Buffer.alloc(400_000, 'x');
const TYPE = { contentType: 'text/plain' };
const LEFT_BYTES = 3_000_000;
const REOPENED_WITHIN_MS = 60_000;
const dataDir = process.argv[2] ?? '';
const ballast = join(dataDir, 'ballast');

await restoreMigratedFolder(dataDir);
const { db, listen } = await openDatabase({ dataDir, log: silentLog });
await sql`CREATE TABLE rows_of_test (filler text)`.execute(db);
await sql`CREATE TABLE counter AS SELECT 0 AS count`.execute(db);
let notified = 0;
await listen('counted', () => {
  notified += 1;
});
const storage = await createDiskStorage({ dataDir });

async function fill(leftBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
}
await fill(LEFT_BYTES);

async function until(
  write: (index: number) => Promise<unknown>,
  most = 1_000,
): Promise<{ written: number; error: unknown }> {
  for (let index = 0; index < most; index++) {
    try {
      await write(index);
    } catch (error) {
      return { written: index, error };
    }
  }
  return { written: most, error: null };
}

const objects = await until((index) => storage.put(`o/${index}`, OBJECT, TYPE));
const whole = [];
for (let index = 0; index < objects.written; index++) whole.push((await storage.head(`o/${index}`))?.bytes);
const temporary = await readdir(join(dataDir, 'storage', '.tmp'));
const insert = () =>
  sql`INSERT INTO rows_of_test SELECT repeat('x', ${4_000}::int) FROM generate_series(1, 50)`.execute(db);
const rows = await until(insert);
await rm(ballast);
await storage.put('o/again', OBJECT, TYPE);
await insert();
const { rows: counted } = await sql<{ count: number }>`SELECT count(*) FROM rows_of_test`.execute(db);

// A full table fails only its own statement, but every commit needs the log: without room for that the database stops.
await fill(0);
const count = () =>
  sql`
    WITH logged AS (SELECT pg_logical_emit_message(true, 'filler', repeat('x', ${100_000}::int)))
    UPDATE counter SET count = count + 1 FROM logged`.execute(db);
const counts = await until(count);
const inTransaction = db.transaction().execute((tx) => sql`SELECT ${1}::int`.execute(tx));
const meanwhile = await inTransaction.then(
  () => false,
  (error: unknown) => isStoreUnavailable(error),
);
await rm(ballast);
const endsMs = performance.now() + REOPENED_WITHIN_MS;
while ((await until(async () => void (await count()), 1)).error && performance.now() < endsMs)
  await delay(200);
const { rows: total } = await sql<{ count: number }>`SELECT count FROM counter WHERE ${1}::int = 1`.execute(
  db,
);
await sql`SELECT pg_notify('counted', ${''})`.execute(db);

const report = {
  objects: objects.written,
  code: objects.error instanceof DomainError ? objects.error.code : String(objects.error),
  isWhole: whole.every((bytes) => bytes === OBJECT.length),
  temporary,
  isDatabaseFull: isStorageFull(rows.error),
  lostRows: 50 * (rows.written + 1) - Number(counted[0]?.count),
  isLogFull: isStorageFull(counts.error),
  isUnavailableMeanwhile: meanwhile,
  lostCounts: counts.written + 1 - Number(total[0]?.count),
  notified,
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));
