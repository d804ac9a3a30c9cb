import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Columns, type Database, type Row, sql, tableOf } from './index.ts';
import { openTestDatabase } from './testing.ts';

const COLUMNS: Columns = {
  id: 'uuid',
  hash: 'bytea',
  amount: 'bigint',
  seconds: 'double precision',
  at: 'timestamptz',
  words: 'jsonb',
  note: 'text',
};
const FIRST = {
  id: '01890000-0000-7000-8000-000000000001',
  hash: Buffer.from([0, 1, 255]),
  amount: 2 ** 40,
  seconds: 0.1,
  at: new Date('2026-01-15T12:00:00.123Z'),
  words: [{ text: 'a "quoted" \\ word', start: 0 }],
  note: "it's null",
};
const EMPTY = {
  ...FIRST,
  hash: Buffer.alloc(0),
  amount: null,
  seconds: null,
  at: null,
  words: null,
  note: '',
};

describe('rows as a table', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  const read = async (rows: readonly Row[]) =>
    (await sql`SELECT * FROM ${tableOf(COLUMNS, rows)}`.execute(database.db)).rows;

  test('has the same values whether it has one row or several', async () => {
    assert.deepEqual(await read([FIRST]), [FIRST]);
    assert.deepEqual(await read([EMPTY]), [EMPTY]);
    assert.deepEqual(await read([FIRST, EMPTY, FIRST]), [FIRST, EMPTY, FIRST]);
    assert.deepEqual(await read([]), []);
  });

  test('a column that a row leaves out is null', async () => {
    const { note: _, ...rest } = FIRST;
    for (const rows of [[rest], [rest, rest]])
      assert.deepEqual(
        await read(rows),
        rows.map((row) => ({ ...row, note: null })),
      );
  });

  test('a look-up by such rows is planned once, not at every call', async () => {
    await sql`CREATE TABLE looked_up (id uuid PRIMARY KEY)`.execute(database.db);
    const plans = await database.db.transaction().execute(async (tx) => {
      for (const rows of [[FIRST], [FIRST, EMPTY]]) {
        for (let call = 0; call < 20; call += 1)
          await sql`
            SELECT found.* FROM ${tableOf({ id: 'uuid' }, rows)}, LATERAL (
              SELECT id FROM looked_up l WHERE l.id = one.id LIMIT 1) AS found`.execute(tx);
      }
      const { rows } = await sql<{ custom: number; generic: number }>`
        SELECT custom_plans AS custom, generic_plans AS generic FROM pg_prepared_statements
        WHERE statement LIKE ${'%FROM looked_up l%'} AND statement NOT LIKE ${'%pg_prepared_statements%'}`.execute(
        tx,
      );
      return rows;
    });
    assert.deepEqual(plans, [
      { custom: 5, generic: 15 },
      { custom: 5, generic: 15 },
    ]);
  });
});
