import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { SingleConnectionPool } from './single-connection-pool.ts';

/** Completes each statement when the test says so, and records them in the order sent. */
function connection(options: { waitMs?: number } = {}) {
  const sent: string[] = [];
  const answers = new Map<string, () => void>();
  const client = {
    query(query: string | { text: string }) {
      const text = typeof query === 'string' ? query : query.text;
      sent.push(text);
      return new Promise<object>((resolve) => answers.set(text, () => resolve({ rows: [] })));
    },
    getTransactionStatus: () => 'I',
  } as unknown as pg.Client;
  const pool = new SingleConnectionPool(client, { waitMs: options.waitMs ?? 10_000 });

  async function statement(text: string): Promise<void> {
    const visitor = await pool.connect();
    await visitor.query(text, [1]);
    visitor.release();
  }
  async function transaction() {
    const visitor = await pool.connect();
    await visitor.query('begin', []);
    return visitor;
  }
  const answer = async (text: string) => {
    answers.get(text)?.();
    await nextTurn();
  };
  return { client, pool, sent, statement, transaction, answer };
}

test('single statements are in flight together, in order of arrival', async () => {
  const { sent, statement, answer } = connection();
  const all = Promise.all(['one', 'two', 'three'].map(statement));
  await nextTurn();
  assert.deepEqual(sent, ['one', 'two', 'three']);
  for (const text of sent) await answer(text);
  await all;
});

test('a transaction waits for earlier statements, and later callers wait for its end', async () => {
  const { sent, statement, transaction, answer } = connection();
  const before = statement('before');
  const opening = transaction();
  const after = statement('after');
  await nextTurn();
  assert.deepEqual(sent, ['before']);
  await answer('before');
  await before;
  const holder = await opening;
  await nextTurn();
  assert.deepEqual(sent, ['before', 'begin']);
  const inside = holder.query('inside', [1]);
  await answer('inside');
  await inside;
  holder.release();
  await nextTurn();
  assert.deepEqual(sent, ['before', 'begin', 'inside', 'after']);
  await answer('after');
  await after;
});

test('rejects with a hint instead of waiting forever', async () => {
  const { transaction, statement, sent, answer } = connection({ waitMs: 1 });
  const holder = await transaction();
  await assert.rejects(statement('outside'), /outer handle queried inside a transaction/);
  await assert.rejects(transaction(), /outer handle queried inside a transaction/);
  holder.release();
  const later = statement('later');
  await nextTurn();
  assert.equal(sent.at(-1), 'later');
  await answer('later');
  await later;
});

test('serves everyone who arrived before the close', async () => {
  const { pool, transaction, statement, answer } = connection();
  const holder = await transaction();
  const waiting = statement('waiting');
  await nextTurn();
  const closing = pool.end();
  await assert.rejects(pool.connect(), /closed/);
  holder.release();
  await nextTurn();
  await answer('waiting');
  await waiting;
  await closing;
});

test('a transaction begun before a reconnect stays on the lost connection; the next one uses the new', async () => {
  const lost = connection();
  const fresh = connection();
  const held = await lost.transaction();
  lost.pool.reconnect(fresh.client);
  void held.query('update one', [1]);
  await nextTurn();
  assert.deepEqual([lost.sent, fresh.sent], [['begin', 'update one'], []]);
  await lost.answer('update one');
  held.release();
  await lost.transaction();
  assert.deepEqual(fresh.sent, ['begin']);
});
