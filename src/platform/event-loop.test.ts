import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectInTurns, ownTurn } from './event-loop.ts';
import { runAs } from './event-loop-watch/index.ts';

const spin = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** Whoever else waits has a turn whenever the event loop gets there. */
async function withOthers<Result>(onTurn: () => void, work: () => Promise<Result>): Promise<Result> {
  let isOver = false;
  const other = (): void => {
    onTurn();
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  const result = await work();
  isOver = true;
  return result;
}

test('callers with much to do take turns in order, and others run in between', async () => {
  const seen: string[] = [];
  const work = async (caller: number): Promise<void> => {
    await ownTurn();
    // What a caller does after other promises of its own is its work, too.
    await Promise.resolve();
    spin(5);
    seen.push(`${caller}`);
  };
  await withOthers(
    () => seen.push('other'),
    () => Promise.all([1, 2, 3].map(work)),
  );
  assert.match(seen.join(' '), /1 (other )+2 (other )+3/u);
});

test('callers with little to do share turns', async () => {
  let turns = 0;
  await withOthers(
    () => {
      turns += 1;
    },
    () => Promise.all(Array.from({ length: 1_000 }, ownTurn)),
  );
  assert.ok(turns < 500, `${turns} turns`);
});

test('collects slow items over several turns, with room for others in between', async () => {
  function* slow(): Generator<number> {
    for (let i = 0; i < 10; i++) {
      spin(5);
      yield i;
    }
  }
  let turns = 0;
  const collected = await withOthers(
    () => {
      turns += 1;
    },
    () => collectInTurns(slow()),
  );
  assert.deepEqual(collected, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(turns >= 5, `${turns} turns of others`);
});

test('an account with many requests does not keep another one waiting for all of them', async () => {
  const order: string[] = [];
  const take = (owner: string) =>
    runAs({ name: 'POST /api/v1/tts', owner }, () => ownTurn().then(() => order.push(owner)));
  await Promise.all([...Array.from({ length: 20 }, () => take('greedy')), take('modest')]);
  assert.equal(order.length, 21);
  assert.ok(order.indexOf('modest') <= 2, order.join(' '));
});
