import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOrder } from './in-order.ts';

async function* upTo(count: number): AsyncGenerator<number> {
  for (let i = 0; i < count; i++) yield i;
}

test('yields in order even if later tasks finish first', async () => {
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  const run = async (i: number) => {
    await gates[i]?.promise;
    return i;
  };
  const results = drained(inOrder(upTo(3), run, { ahead: 3 }));
  for (const gate of gates.toReversed()) gate.resolve();
  assert.deepEqual(await results, [0, 1, 2]);
});

test('never runs more than `ahead` tasks ahead of the reader', async () => {
  let started = 0;
  const results = inOrder(upTo(10), async () => started++, { ahead: 2 });
  await results.next();
  assert.equal(started, 2);
  await results.next();
  assert.equal(started, 3);
  await results.return(undefined);
});

test('a reader that stops aborts running tasks and starts no more', async () => {
  const signals: AbortSignal[] = [];
  const run = async (i: number, signal: AbortSignal) => {
    signals.push(signal);
    return i;
  };
  for await (const _ of inOrder(upTo(10), run, { ahead: 2 })) break;
  assert.equal(signals.length, 2);
  assert.ok(signals.every(({ aborted }) => aborted));
});

test('the failure of one task fails the whole sequence', async () => {
  const run = async (i: number) => {
    if (i === 1) throw new Error('broken');
    return i;
  };
  await assert.rejects(drained(inOrder(upTo(3), run, { ahead: 3 })), /broken/u);
});

async function drained<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const read: Result[] = [];
  for await (const result of results) read.push(result);
  return read;
}
