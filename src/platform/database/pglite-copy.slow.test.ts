import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../log.ts';
import { copyOpen, openDatabase, sql, withCopy } from './index.ts';
import { restoreMigratedFolder } from './testing.ts';

test('a copy of a database that is in use has every commit before it, and whole transactions', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'copy-'));
  await restoreMigratedFolder(dataDir);
  const database = await openDatabase({ dataDir, log: silentLog });
  const { db } = database;
  await sql`CREATE TABLE pair (n integer, side text)`.execute(db);
  let written = 0;
  let busy = true;
  const write = async (): Promise<void> => {
    for (; busy; written += 1)
      await db.transaction().execute(async (tx) => {
        for (const side of ['left', 'right'])
          await sql`INSERT INTO pair VALUES (${written}, ${side})`.execute(tx);
      });
  };
  const writing = write();
  try {
    let before = 0;
    const copyRunning = async (): Promise<boolean> => {
      before = written;
      await copyOpen(db, dataDir, silentLog);
      busy = false;
      return true;
    };
    const count = sql<{ left: number; right: number }>`
      SELECT count(*) FILTER (WHERE side = 'left')::int AS left, count(*) FILTER (WHERE side = 'right')::int AS right FROM pair`;
    const [copied] = await withCopy(
      { dataDir, log: silentLog, copyRunning },
      async (copy) => (await count.execute(copy.db)).rows,
    );
    assert.equal(copied?.left, copied?.right);
    assert.ok(copied && copied.left >= before);
    assert.deepEqual(await readdir(join(dataDir, 'backup')), []);
  } finally {
    busy = false;
    await writing;
    await database.close();
    await rm(dataDir, { recursive: true });
  }
});
