import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBatches } from './batches.ts';

test('sends what comes together at once, and what comes meanwhile as the next batch', async () => {
  const batches: number[][] = [];
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const double = inBatches(async (asks: readonly number[]) => {
    const gate = gates[batches.length];
    batches.push([...asks]);
    await gate?.promise;
    return asks.map((ask) => ask * 2);
  });

  const first = [double(1), double(2)];
  await new Promise(setImmediate);
  const meanwhile = [double(3), double(4), double(5)];
  await new Promise(setImmediate);
  assert.deepEqual(batches, [[1, 2]]);
  for (const { resolve } of gates) resolve();

  assert.deepEqual(await Promise.all([...first, ...meanwhile]), [2, 4, 6, 8, 10]);
  assert.deepEqual(batches, [
    [1, 2],
    [3, 4, 5],
  ]);
  assert.equal(await double(6), 12);
});

test('goes on after a batch that failed', async () => {
  const answer = inBatches(async (asks: readonly string[]) => {
    if (asks.includes('bad')) throw new Error('no');
    return asks;
  });
  const together = await Promise.allSettled([answer('good'), answer('bad')]);
  assert.deepEqual(
    together.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await answer('good'), 'good');
});

test('splits what is more than one statement should carry', async () => {
  const sizes: number[] = [];
  const answer = inBatches(async (asks: readonly number[]) => {
    sizes.push(asks.length);
    return asks;
  });
  await Promise.all(Array.from({ length: 150 }, (_, index) => answer(index)));
  assert.deepEqual(sizes, [64, 64, 22]);
});
