import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Db } from './database.ts';
import { refuseQueriesBesideTransactions } from './testing-guard.ts';

function openDummy(): Db {
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  refuseQueriesBesideTransactions(db);
  return db;
}

test('a query on the database fails while a transaction is open that it is not part of', async () => {
  const db = openDummy();
  const query = sql`select 1`;
  await db.transaction().execute(async (tx) => {
    await query.execute(tx);
    await assert.rejects(async () => query.execute(db), /wait for ever on PGlite/);
    await assert.rejects(
      async () => db.transaction().execute(async () => undefined),
      /wait for ever on PGlite/,
    );
  });
});

test('a query passes beside the transaction of somebody else, and after its own', async () => {
  const db = openDummy();
  const query = sql`select 1`;
  let later: Promise<unknown> | undefined;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const transaction = db.transaction().execute(async () => {
    later = ended.then(() => query.execute(db));
  });
  await query.execute(db);
  await transaction;
  end();
  await later;
});
