import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { systemClock } from '../clock.ts';
import { type Database, sql } from '../database/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { silentLog } from '../log.ts';
import { createQueue, defineJob, InvalidJobPayload, type Queue } from './index.ts';

let database: Database;
let queue: Queue;
/** What each job saw, by its name. */
const seen = new Map<string, string[]>();
const done = new Map<string, PromiseWithResolvers<void>>();

type Deps = { note(job: string, word: string): void };
const deps: Deps = { note: (job, word) => void seen.set(job, [...(seen.get(job) ?? []), word]) };
const finished = (word: string): PromiseWithResolvers<void> => {
  const known = done.get(word) ?? Promise.withResolvers<void>();
  done.set(word, known);
  return known;
};

const Word = Type.Object({ word: Type.String({ minLength: 1 }) });
const common = { version: 1, payload: Word, deadlineSeconds: 30, retryDelaySeconds: 0 };

const say = defineJob({
  ...common,
  name: 'test.say',
  maxAttempts: 3,
  run: async (deps: Deps, { word }) => {
    deps.note('say', word);
    finished(word).resolve();
  },
});

const fail = defineJob({
  ...common,
  name: 'test.fail',
  maxAttempts: 3,
  run: async (deps: Deps, { word }, { attempt }) => {
    deps.note('fail', `${word}${attempt}`);
    throw new Error('no');
  },
  onExhausted: async (deps: Deps, { word }) => {
    deps.note('exhausted', word);
    finished(`exhausted ${word}`).resolve();
  },
});

before(async () => {
  database = await openTestDatabase();
  queue = createQueue({ database, log: silentLog, clock: systemClock });
  queue.register(say, deps);
  queue.register(fail, deps);
  await queue.start();
});

after(async () => {
  await queue.stop();
  await database.close();
});

test('runs a job once the transaction that sent it has committed', async () => {
  await database.db.transaction().execute((tx) => queue.send(tx, say, { word: 'hello' }));
  await finished('hello').promise;
  assert.deepEqual(seen.get('say'), ['hello']);
});

test('never runs a job whose transaction was rolled back', async () => {
  const rolledBack = database.db.transaction().execute(async (tx) => {
    await queue.send(tx, say, { word: 'ghost' });
    throw new Error('changed my mind');
  });
  await assert.rejects(rolledBack, /changed my mind/);
  await database.db.transaction().execute((tx) => queue.send(tx, say, { word: 'after the ghost' }));
  await finished('after the ghost').promise;
  assert.ok(!seen.get('say')?.includes('ghost'));
});

test('tries a failing job as often as it says, then hands it over', async () => {
  await queue.send(database.db, fail, { word: 'x' });
  await finished('exhausted x').promise;
  assert.deepEqual(seen.get('fail'), ['x1', 'x2', 'x3']);
  assert.deepEqual(seen.get('exhausted'), ['x']);
});

test('refuses a payload that does not fit, before anything is written', async () => {
  const sent = database.db.transaction().execute((tx) => queue.send(tx, say, { word: '' }));
  await assert.rejects(sent, InvalidJobPayload);
});

test('takes one job per singleton key while it waits', async () => {
  const options = { singletonKey: 'only', delaySeconds: 60 };
  const first = await queue.send(database.db, say, { word: 'one' }, options);
  const second = await queue.send(database.db, say, { word: 'two' }, options);
  assert.ok(first);
  assert.equal(second, null);
});

test('does not run a job of a version it does not know', async () => {
  const newer = defineJob({ ...say, version: 2 });
  const id = await queue.send(database.db, newer, { word: 'from the future' });
  await waitForState(id, 'failed');
  assert.ok(!seen.get('say')?.includes('from the future'));
});

test('runs jobs one after the other without waiting for a poll between them', async () => {
  const startedAt = performance.now();
  const words = Array.from({ length: 20 }, (_, index) => `many ${index}`);
  for (const word of words) await queue.send(database.db, say, { word });
  await Promise.all(words.map((word) => finished(word).promise));
  assert.ok(performance.now() - startedAt < 10_000);
});

async function waitForState(id: string | null, state: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ state: string }>`select state::text from queue.job where id = ${id}`.execute(
      database.db,
    );
    if (rows[0]?.state === state) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
