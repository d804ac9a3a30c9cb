import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { Turnstile } from './turnstile.ts';

/** Holds what the turnstile needs of a connection; nothing is queried here. */
const idleClient = { getTransactionStatus: () => 'I' } as unknown as pg.Client;

test('admits those who wait in the order they came', async () => {
  const turnstile = new Turnstile(idleClient, { waitMs: 10_000 });
  const order: number[] = [];
  const visit = async (visitor: number): Promise<void> => {
    const client = await turnstile.connect();
    order.push(visitor);
    await Promise.resolve();
    client.release();
  };
  await Promise.all([1, 2, 3, 4, 5].map(visit));
  assert.deepEqual(order, [1, 2, 3, 4, 5]);
});

test('refuses with a hint, rather than for ever waiting, who waits for a turn that cannot come', async () => {
  const turnstile = new Turnstile(idleClient, { waitMs: 1 });
  const holder = await turnstile.connect();
  await assert.rejects(turnstile.connect(), /outer handle queried inside a transaction/);
  holder.release();
  (await turnstile.connect()).release();
});

test('lets everybody who came before the end have their turn', async () => {
  const turnstile = new Turnstile(idleClient, { waitMs: 10_000 });
  const holder = await turnstile.connect();
  const waiting = turnstile.connect();
  const ended = turnstile.end();
  await assert.rejects(turnstile.connect(), /closed/);
  holder.release();
  (await waiting).release();
  await ended;
});
