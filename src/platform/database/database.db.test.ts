import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Database, sql } from './index.ts';
import { openTestDatabase } from './testing.ts';

let database: Database;

describe('a database', () => {
  before(async () => {
    database = await openTestDatabase();
    await sql`create table account (id int primary key, credits int8 not null)`.execute(database.db);
  });

  after(() => database.close());

  async function credits(id: number): Promise<number | undefined> {
    const { rows } = await sql<{ credits: number }>`select credits from account where id = ${id}`.execute(
      database.db,
    );
    return rows[0]?.credits;
  }

  const day = new Date('2026-03-01T12:34:56.789Z');
  const types: [string, unknown, unknown?][] = [
    ['bool', true],
    ['int4', 42],
    ['int8', 9_007_199_254_740_991],
    ['int8', 5n, 5],
    ['float8', 0.1],
    ['numeric', '12.340'],
    ['text', "it's “ünï”\\ \n"],
    ['timestamptz', day],
    ['date', '2026-03-01'],
    ['uuid', '018f4d7e-9a3b-7c00-8000-000000000001'],
    ['jsonb', { a: [1, null, 'x'], b: { c: true } }],
    ['json', { a: 1 }],
    ['bytea', Buffer.from([0, 1, 255, 92, 39])],
    ['bytea', new Uint8Array([7, 8]), Buffer.from([7, 8])],
    ['text[]', ['a', 'b,c', '"d"', '', '\\']],
    ['int4[]', [1, 2]],
    ['int8[]', [1, null, 9_007_199_254_740_991]],
    ['int8[]', []],
    ['float8[]', [0.5, -1.25]],
    ['jsonb[]', [{ a: 1 }]],
    ['text', null],
  ];

  for (const [type, value, expected = value] of types) {
    test(`gives a ${type} back as it was given: ${typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)}`, async () => {
      const cast = sql.raw(type);
      const { rows } = await sql<{ value: unknown }>`select ${value}::${cast} as value`.execute(database.db);
      assert.deepEqual(rows[0]?.value, expected);
    });
  }

  test('rejects an int8 that would lose its last digits', async () => {
    await assert.rejects(sql`select 9007199254740993::int8 as n`.execute(database.db), RangeError);
    await assert.rejects(sql`select array[9007199254740993::int8] as n`.execute(database.db), RangeError);
    await sql`select 1`.execute(database.db);
  });

  test('rolls back the whole transaction when a statement or the caller fails', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await sql`insert into account values (1, 10)`.execute(tx);
      throw new Error('after the insert');
    });
    await assert.rejects(failing, /after the insert/);
    const clashing = database.db.transaction().execute(async (tx) => {
      await sql`insert into account values (1, 10)`.execute(tx);
      await sql`insert into account values (1, 10)`.execute(tx);
    });
    await assert.rejects(clashing, { code: '23505' });
    assert.equal(await credits(1), undefined);
  });

  test('hides a transaction from everyone else until it commits', async () => {
    await sql`insert into account values (2, 10)`.execute(database.db);
    const updated = Promise.withResolvers<void>();
    const transaction = database.db.transaction().execute(async (tx) => {
      await sql`update account set credits = 0 where id = 2`.execute(tx);
      updated.resolve();
      await new Promise((resolve) => setImmediate(resolve));
      await sql`update account set credits = 20 where id = 2`.execute(tx);
    });
    await updated.promise;
    assert.notEqual(await credits(2), 0);
    await transaction;
    assert.equal(await credits(2), 20);
  });

  test('loses no update among a hundred concurrent transactions', async () => {
    await sql`insert into account values (3, 0)`.execute(database.db);
    const spend = () =>
      database.db.transaction().execute(async (tx) => {
        await sql`select credits from account where id = 3 for update`.execute(tx);
        await sql`update account set credits = credits + 1 where id = 3`.execute(tx);
      });
    await Promise.all(Array.from({ length: 100 }, spend));
    assert.equal(await credits(3), 100);
  });

  test('returns a clean connection after a script that failed inside its own BEGIN', async () => {
    await assert.rejects(
      sql.raw('begin; insert into account values (4, 1); select 1 / 0; commit').execute(database.db),
    );
    await sql`insert into account values (5, 5)`.execute(database.db);
    assert.equal(await credits(4), undefined);
    assert.equal(await credits(5), 5);
  });

  test('keeps working after a statement that could not be parsed or planned', async () => {
    for (const bad of ['selec', 'select nope from account', 'select $1::int']) {
      await assert.rejects(sql.raw(bad).execute(database.db));
    }
    await assert.rejects(sql`select ${'x'}::int`.execute(database.db), { code: '22P02' });
    await assert.rejects(sql`select ${'x'}::int`.execute(database.db), { code: '22P02' });
    assert.equal(await credits(5), 5);
  });

  test('survives a change of the table behind a prepared statement', async () => {
    const read = () => sql<object>`select * from account where id = ${5}`.execute(database.db);
    await read();
    await sql`alter table account add column note text`.execute(database.db);
    const { rows } = await read();
    assert.deepEqual(rows, [{ id: 5, credits: 5, note: null }]);
  });

  test('returns a result of many megabytes in full', async () => {
    const { rows } = await sql<{ filler: string }>`
    select repeat('x', 1000000) as filler from generate_series(1, ${20}::int)`.execute(database.db);
    assert.equal(rows.length, 20);
    assert.ok(rows.every(({ filler }) => filler.length === 1_000_000));
  });

  test('delivers a notification to every listener when its transaction commits, and to none when it does not', async () => {
    const received: string[] = [];
    const descentDependencies = new Map(
      ['a:second', 'b:second', 'b:last'].map((word) => [word, Promise.withResolvers<void>()]),
    );
    const receive = (word: string): void => {
      received.push(word);
      descentDependencies.get(word)?.resolve();
    };
    const stop = await database.listen('news', (payload) => receive(`a:${payload}`));
    await database.listen('news', (payload) => receive(`b:${payload}`));
    const notify = (payload: string, then?: Error) =>
      database.db.transaction().execute(async (tx) => {
        await sql`select pg_notify('news', ${payload})`.execute(tx);
        if (then) throw then;
      });
    await notify('first');
    await assert.rejects(notify('never', new Error('rolled back')));
    await notify('second');
    await Promise.all([
      descentDependencies.get('a:second')?.promise,
      descentDependencies.get('b:second')?.promise,
    ]);
    await stop();
    await notify('last');
    await descentDependencies.get('b:last')?.promise;
    assert.deepEqual(received.toSorted(), ['a:first', 'a:second', 'b:first', 'b:last', 'b:second']);
  });
});
