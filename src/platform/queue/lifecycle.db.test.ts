import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { systemClock } from '../clock.ts';
import { type Database, sql } from '../database/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { silentLog } from '../log.ts';
import { createQueue, defineJob, type Queue, UnknownJob } from './index.ts';

let database: Database;
let queues: Queue[];

before(async () => {
  database = await openTestDatabase();
});

beforeEach(() => {
  queues = [];
});

afterEach(() => Promise.all(queues.map((queue) => queue.stop())));

after(() => database.close());

function node(): Queue {
  const queue = createQueue({ database, log: silentLog, clock: systemClock });
  queues.push(queue);
  return queue;
}

const common = {
  version: 1,
  payload: Type.Object({}),
  maxAttempts: 2,
  deadlineSeconds: 30,
  retryDelaySeconds: 0,
};

test('starts on several nodes at once, on a database that knows no queue yet', async () => {
  const job = defineJob({ ...common, name: 'test.shared', run: async (_: object) => undefined });
  const nodes = [node(), node(), node()];
  for (const queue of nodes) queue.register(job, {});
  await Promise.all(nodes.map((queue) => queue.start()));
  assert.ok(nodes.every((queue) => queue.running()));
});

test('runs each job on one node only', async () => {
  const runs: string[] = [];
  const all = Promise.withResolvers<void>();
  const job = defineJob({
    ...common,
    name: 'test.once',
    run: async (_: object, _payload, { id }) => {
      if (runs.push(id) === 30) all.resolve();
    },
  });
  const nodes = [node(), node()];
  for (const queue of nodes) queue.register(job, {}, { concurrency: 2 });
  await Promise.all(nodes.map((queue) => queue.start()));
  for (let sent = 0; sent < 30; sent += 1) await nodes[0]?.send(database.db, job, {});
  await all.promise;
  await Promise.all(nodes.map((queue) => queue.stop()));
  assert.equal(new Set(runs).size, 30);
  assert.equal(runs.length, 30);
});

test('runs the higher priority first', async () => {
  const order: string[] = [];
  const done = Promise.withResolvers<void>();
  const job = defineJob({
    ...common,
    name: 'test.priority',
    payload: Type.Object({ word: Type.String() }),
    run: async (_: object, { word }) => {
      if (order.push(word) === 3) done.resolve();
    },
  });
  const sender = node();
  sender.declare(job);
  await sender.start();
  for (const [word, priority] of [
    ['low', -5],
    ['middle', 0],
    ['high', 5],
  ] as const) {
    await sender.send(database.db, job, { word }, { priority });
  }
  const worker = node();
  worker.register(job, {});
  await worker.start();
  await done.promise;
  assert.deepEqual(order, ['high', 'middle', 'low']);
});

test('waits at its stop for the job that runs', async () => {
  const began = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let ended = false;
  const job = defineJob({
    ...common,
    name: 'test.drain',
    run: async (_: object) => {
      began.resolve();
      await mayEnd.promise;
      ended = true;
    },
  });
  const queue = node();
  queue.register(job, {});
  await queue.start();
  const id = await queue.send(database.db, job, {});
  await began.promise;
  const stopped = queue.stop();
  mayEnd.resolve();
  await stopped;
  assert.ok(ended);
  assert.equal(await stateOf(id), 'completed');
});

test('aborts an attempt at its deadline and tries again', async () => {
  const attempts: number[] = [];
  const aborted = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const job = defineJob({
    ...common,
    name: 'test.deadline',
    deadlineSeconds: 1,
    run: async (_: object, _payload, { attempt, signal }) => {
      attempts.push(attempt);
      if (attempt > 1) return done.resolve();
      signal.addEventListener('abort', () => aborted.resolve());
      await aborted.promise;
    },
  });
  const queue = node();
  queue.register(job, {});
  await queue.start();
  await queue.send(database.db, job, {});
  await aborted.promise;
  await done.promise;
  assert.deepEqual(attempts, [1, 2]);
});

test('takes up at once, on the embedded database, what a killed process had begun', async (t) => {
  if (database.kind !== 'pglite') return t.skip('on a server another node may be at work on it');
  const done = Promise.withResolvers<number>();
  const job = defineJob({
    ...common,
    name: 'test.orphan',
    run: async (_: object, _payload, { attempt }) => done.resolve(attempt),
  });
  const sender = node();
  sender.declare(job);
  await sender.start();
  const id = await sender.send(database.db, job, {});
  await sender.stop();
  await sql`update queue.job set state = 'active', started_on = now() where id = ${id}`.execute(database.db);
  const worker = node();
  worker.register(job, {});
  await worker.start();
  assert.equal(await done.promise, 2);
});

test('refuses to send a job that was not declared', async () => {
  const queue = node();
  await queue.start();
  const stranger = defineJob({ ...common, name: 'test.stranger', run: async (_: object) => undefined });
  await assert.rejects(queue.send(database.db, stranger, {}), UnknownJob);
});

async function stateOf(id: string | null): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state::text from queue.job where id = ${id}`.execute(
    database.db,
  );
  return rows[0]?.state;
}
