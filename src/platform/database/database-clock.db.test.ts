import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ManualClock, systemClock } from '../clock.ts';
import { silentLog } from '../log.ts';
import { type Database, openDatabaseClock, sql } from './index.ts';
import { openTestDatabase } from './testing.ts';

const TEN_MINUTES_MS = 600_000;

describe('the clock of the database', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  /** Both databases are taken for a server that nodes share. */
  const server = () => ({ db: database.db, kind: 'postgres' }) as const;
  const skewed = (ms: number) => ({ now: () => new Date(systemClock.now().getTime() + ms) });
  const warnings: string[] = [];
  const log = Object.assign(Object.create(silentLog), {
    warn: (_facts: object, text: string) => warnings.push(text),
  });
  const databaseMs = async () => {
    const { rows } = await sql<{ ms: number }>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(database.db);
    return rows[0]?.ms ?? 0;
  };

  test('is the same on nodes whose own clocks are ten minutes fast and slow, and warns of them', async () => {
    const nodes = [];
    for (const ms of [TEN_MINUTES_MS, -TEN_MINUTES_MS])
      nodes.push(await openDatabaseClock(server(), { log, machine: skewed(ms) }));
    const start = await databaseMs();
    const times = nodes.map(({ clock }) => clock.now().getTime());
    const end = await databaseMs();
    // Half a round trip at most; the machine may stall meanwhile.
    for (const time of times) assert.ok(time > start - 30_000 && time < end + 30_000);
    assert.equal(warnings.filter((text) => text.includes('differs from the database')).length, 2);
    for (const { close } of nodes) close();
  });

  test('runs evenly when the clock of the machine is set, and follows the database when that jumps', async () => {
    const machine = new ManualClock();
    let elapsed = 0;
    const { clock, measure, close } = await openDatabaseClock(server(), {
      log,
      machine,
      elapsedMs: () => elapsed,
    });
    const start = clock.now().getTime();
    machine.advanceMs(TEN_MINUTES_MS);
    elapsed += 5;
    assert.equal(clock.now().getTime() - start, 5);
    // The clocks part as on a machine that slept. There the monotonic clock stands still; here the database does.
    elapsed += TEN_MINUTES_MS;
    assert.ok(clock.now().getTime() - start >= TEN_MINUTES_MS);
    await measure();
    assert.ok(clock.now().getTime() - start < TEN_MINUTES_MS / 2);
    assert.ok(warnings.includes('the clock of the database jumped'));
    close();
  });

  test('is that of the machine with the embedded database', async () => {
    const machine = new ManualClock();
    const { clock } = await openDatabaseClock({ db: database.db, kind: 'pglite' }, { log, machine });
    assert.equal(clock, machine);
  });

  test('never steps back by less than a second', async () => {
    let elapsed = 0;
    const { clock, measure, close } = await openDatabaseClock(server(), { log, elapsedMs: () => elapsed });
    elapsed += 400;
    const before = clock.now().getTime();
    await measure();
    assert.ok(clock.now().getTime() >= before);
    close();
  });
});
