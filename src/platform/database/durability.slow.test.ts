import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../log.ts';
import { DataFolderInUse } from './folder-lock.ts';
import { openDatabase, sql } from './index.ts';
import { openPglite } from './pglite.ts';
import { maintain, unreplayedBytes } from './pglite-maintenance.ts';
import { restoreMigratedFolder } from './testing.ts';

let dataDir: string;

describe('the embedded database on disk', () => {
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vox-database-'));
    await restoreMigratedFolder(dataDir);
  });

  after(() => rm(dataDir, { recursive: true, force: true }));

  const open = () => openDatabase({ dataDir, log: silentLog });

  test('keeps every acknowledged commit when the process is killed, and takes over its lock', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'testing-writer.ts'), dataDir]);
    const acknowledged = await readUntil(child, 50);
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof DataFolderInUse);
      assert.match(error.message, new RegExp(`pid ${child.pid}\\b`));
      return true;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const database = await open();
    const { rows } = await sql<{ n: number }>`select n from written order by n`.execute(database.db);
    const found = new Set(rows.map(({ n }) => n));
    assert.deepEqual(
      acknowledged.filter((n) => !found.has(n)),
      [],
    );
    await database.close();
  });

  test('syncs the disk before it acknowledges a commit', async () => {
    const database = await openPglite({ folder: join(dataDir, 'database'), log: silentLog });
    await sql`create table if not exists counted (n int)`.execute(database.db);
    const before = await database.syncs();
    for (let n = 0; n < 10; n += 1) await sql`insert into counted values (${n})`.execute(database.db);
    assert.ok((await database.syncs()) - before >= 10);
    await database.close();
  });

  test('keeps log and tables from growing without bound', async (t) => {
    const database = await open();
    t.after(() => database.close());
    await sql`create table grown as select n, repeat('x', 1000) as filler from generate_series(1, 40000) n`.execute(
      database.db,
    );
    await sql`delete from grown where n > 10`.execute(database.db);
    const before = await unreplayedBytes(database.db);
    await maintain(database.db);
    assert.ok(before > 32 * 1024 * 1024);
    assert.ok((await unreplayedBytes(database.db)) < 1024 * 1024);
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('grown') as bytes`.execute(
      database.db,
    );
    assert.ok((rows[0]?.bytes ?? Number.NaN) < 1024 * 1024);
  });

  async function readUntil(child: ChildProcess, count: number): Promise<number[]> {
    assert.ok(child.stdout);
    const acknowledged: number[] = [];
    for await (const line of createInterface(child.stdout)) {
      acknowledged.push(Number(line));
      if (acknowledged.length >= count) break;
    }
    return acknowledged;
  }
});
