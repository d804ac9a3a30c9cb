import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ManualClock } from '../clock.ts';
import { type Database, sql } from '../database/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { silentLog } from '../log.ts';
import {
  adoptObject,
  adoptSelected,
  createDiskStorage,
  deleteMarkedObjects,
  discardObjects,
  markForDeletion,
  type ObjectDeps,
  putTracked,
  sweepLooseObjects,
  trackObjects,
} from './index.ts';
import { readAll } from './testing/storage-contract.ts';

const HOUR_MS = 3_600_000;
const TEXT = { contentType: 'text/plain' };
const BODY = Buffer.from('x');
let database: Database;
let dataDir: string;
let deps: ObjectDeps & { clock: ManualClock };

describe('loose objects', () => {
  before(async () => {
    database = await openTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'loose-objects-'));
  });
  beforeEach(async () => {
    await sql`DELETE FROM loose_objects`.execute(database.db);
    const storage = { ...(await createDiskStorage({ dataDir })) };
    await storage.delete(await readAll(storage.list('')));
    deps = { db: database.db, storage, clock: new ManualClock(), log: silentLog };
  });
  after(async () => {
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  const stored = (): Promise<string[]> => readAll(deps.storage.list(''));
  const loose = async (): Promise<number> =>
    (await sql`SELECT FROM loose_objects`.execute(database.db)).rows.length;
  async function sweepAll(): Promise<void> {
    while ((await sweepLooseObjects(deps)) > 0);
  }

  test('an object is swept if its process died before writing its row, whether it was stored or not', async () => {
    await trackObjects(deps, ['a/never-written', 'a/written']);
    await deps.storage.put('a/written', BODY, TEXT);
    await sweepAll();
    assert.deepEqual(await stored(), ['a/written'], 'it may still be arriving');
    deps.clock.advanceMs(3 * HOUR_MS);
    await sweepAll();
    assert.deepEqual([await stored(), await loose()], [[], 0]);
  });

  test('an object is swept if its process died between deleting its row and deleting the object', async () => {
    await putTracked(deps, 'a/b', BODY, TEXT);
    await database.db.transaction().execute((tx) => adoptObject(tx, 'a/b'));
    await database.db.transaction().execute((tx) => markForDeletion(deps, tx, 'a/b'));
    deps.clock.advanceMs(3 * HOUR_MS);
    await sweepAll();
    assert.deepEqual([await stored(), await loose()], [[], 0]);
  });

  test('an adopted object is never swept, nor discarded by a caller that does not know of the adoption', async () => {
    await putTracked(deps, 'a/b', BODY, TEXT);
    await adoptSelected(sql`SELECT 'a/b'`).execute(database.db);
    deps.clock.advanceMs(3 * HOUR_MS);
    await sweepAll();
    await discardObjects(deps, ['a/b']);
    assert.deepEqual(await stored(), ['a/b']);
  });

  test('objects stay tracked while the store fails', async () => {
    const { storage } = deps;
    const { delete: working } = storage;
    storage.delete = () => Promise.reject(new Error('away'));
    await putTracked(deps, 'a/b', BODY, TEXT);
    await discardObjects(deps, ['a/b']);
    await deleteMarkedObjects(deps, ['a/b']);
    assert.equal(await loose(), 1);
    storage.delete = working;
    deps.clock.advanceMs(3 * HOUR_MS);
    await sweepAll();
    assert.deepEqual([await stored(), await loose()], [[], 0]);
  });

  test('nodes that sweep at the same time share the work', async () => {
    const keys = Array.from({ length: 1_200 }, (_, n) => `a/${n}`);
    await trackObjects(deps, keys);
    deps.clock.advanceMs(3 * HOUR_MS);
    const deleted: string[] = [];
    deps.storage.delete = async (key) => void deleted.push(...[key].flat());
    await Promise.all([sweepAll(), sweepAll(), sweepAll()]);
    assert.deepEqual(deleted.sort(), keys.sort());
  });
});
