/** Fills a small disk: `node fill-disk.ts FOLDER`. Prints what the storage and the embedded database did then. */
import { readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, sql } from '../../database/index.ts';
import { DomainError } from '../../errors.ts';
import { silentLog } from '../../log.ts';
import { createDiskStorage, isStorageFull } from '../index.ts';

const OBJECT = Buffer.alloc(400_000, 'x');
const TYPE = { contentType: 'text/plain' };
const LEFT_BYTES = 3_000_000;
const dataDir = process.argv[2] ?? '';
const ballast = join(dataDir, 'ballast');

const { db } = await openDatabase({ dataDir, log: silentLog });
await sql`CREATE TABLE rows_of_test (filler text)`.execute(db);
const storage = await createDiskStorage({ dataDir });
const { bavail, bsize } = await statfs(dataDir);
await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_BYTES)));

async function until(
  write: (index: number) => Promise<unknown>,
): Promise<{ written: number; error: unknown }> {
  for (let index = 0; index < 1_000; index++) {
    try {
      await write(index);
    } catch (error) {
      return { written: index, error };
    }
  }
  return { written: 1_000, error: null };
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

const report = {
  objects: objects.written,
  code: objects.error instanceof DomainError ? objects.error.code : String(objects.error),
  isWhole: whole.every((bytes) => bytes === OBJECT.length),
  temporary,
  isDatabaseFull: isStorageFull(rows.error),
  lostRows: 50 * (rows.written + 1) - Number(counted[0]?.count),
};
process.stdout.write(JSON.stringify(report), () => process.exit(0));
