import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ManualClock } from '../clock.ts';
import { type Database, sql } from '../database/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { silentLog } from '../log.ts';
import { MAX_ARRIVAL_MS, type ObjectDeps, sweepLooseObjects, TrackedKeys } from './index.ts';

const MINUTE_MS = 60_000;
let database: Database;
let deps: Pick<ObjectDeps, 'db' | 'log'> & { clock: ManualClock };

describe('tracked keys', () => {
  before(async () => {
    database = await openTestDatabase();
  });
  beforeEach(async () => {
    await sql`DELETE FROM loose_objects`.execute(database.db);
    deps = { db: database.db, clock: new ManualClock(), log: silentLog };
  });
  after(() => database.close());

  async function tracked(): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
    SELECT object_key AS key FROM loose_objects WHERE NOT doomed`.execute(database.db);
    return rows.map(({ key }) => key);
  }
  async function sweepAll(): Promise<string[]> {
    const deleted: string[] = [];
    const storage = {
      delete: async (keys: string | readonly string[]) => void deleted.push(...[keys].flat()),
    };
    while ((await sweepLooseObjects({ ...deps, storage } as unknown as ObjectDeps)) > 0);
    return deleted;
  }
  const takeMany = (keys: TrackedKeys, count: number) =>
    Promise.all(Array.from({ length: count }, () => keys.take()));

  test('a key is tracked when it is given out, and given out once, even to concurrent callers', async () => {
    const one = new TrackedKeys(deps, 'a');
    const other = new TrackedKeys(deps, 'a');
    const taken = (await Promise.all([takeMany(one, 300), takeMany(other, 300)])).flat();
    assert.equal(new Set(taken).size, 600);
    const rows = new Set(await tracked());
    assert.deepEqual(
      taken.filter((key) => !rows.has(key)),
      [],
    );
  });

  test('keys of a process that died are swept', async () => {
    const first = await new TrackedKeys(deps, 'a').take();
    deps.clock.advanceMs(2 * MAX_ARRIVAL_MS + MINUTE_MS);
    assert.ok((await sweepAll()).includes(first));
    assert.deepEqual(await tracked(), []);
  });

  test('a key has the full arrival time before it is swept, however old its block is', async () => {
    const keys = new TrackedKeys(deps, 'a');
    for (let minute = 0; minute < 240; minute += 1) {
      const key = await keys.take();
      const arrivedMs = deps.clock.now().getTime() + MAX_ARRIVAL_MS;
      const { rows } = await sql`
      SELECT FROM loose_objects
      WHERE object_key = ${key} AND since > ${new Date(arrivedMs - 2 * MAX_ARRIVAL_MS)}`.execute(database.db);
      assert.equal(rows.length, 1, `after ${minute} minutes`);
      deps.clock.advanceMs(MINUTE_MS);
    }
  });

  test('after a database failure the next call tries again', async () => {
    const broken = { ...deps, db: undefined as unknown as Database['db'] };
    const keys = new TrackedKeys(broken, 'a');
    await assert.rejects(keys.take());
    broken.db = deps.db;
    const key = await keys.take();
    assert.ok((await tracked()).includes(key));
  });
});
