import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

const { signal } = new AbortController();

test('one step runs at a time, lower ranks first, equals in order of arrival', async () => {
  const turns = createTurns();
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const running = turns.take(9, () => gate.promise, signal);
  const step = (name: string, rank: number) => turns.take(rank, async () => void ran.push(name), signal);
  await new Promise((resolve) => setImmediate(resolve));
  const rest = [step('a', 2), step('b', 1), step('c', 2), step('d', 0), step('e', 1)];
  assert.deepEqual(ran, []);
  gate.resolve();
  await Promise.all([running, ...rest]);
  assert.deepEqual(ran, ['d', 'b', 'e', 'a', 'c']);
});

test('calls that ask again after each step take turns', async () => {
  const turns = createTurns();
  const ran: string[] = [];
  const call = async (name: string) => {
    for (let i = 0; i < 3; i += 1) await turns.take(1, async () => void ran.push(name), signal);
  };
  await Promise.all([call('a'), call('b')]);
  assert.deepEqual(ran, ['a', 'b', 'a', 'b', 'a', 'b']);
});

test('a newcomer of a lower rank goes before the next step of the others', async () => {
  const turns = createTurns();
  const ran: string[] = [];
  const long = (async () => {
    for (let i = 0; i < 4; i += 1) {
      await turns.take(2, async () => void ran.push('long'), signal);
      if (i === 0) void turns.take(0, async () => void ran.push('new'), signal);
    }
  })();
  await long;
  assert.deepEqual(ran, ['long', 'new', 'long', 'long', 'long']);
});

test('an aborted step does not run, and a failed one hinders nobody', async () => {
  const turns = createTurns();
  const controller = new AbortController();
  const aborted = turns.take(0, async () => assert.fail('it ran'), controller.signal);
  controller.abort(new Error('gone'));
  const failed = turns.take(0, async () => Promise.reject(new Error('broken')), signal);
  await assert.rejects(aborted, /gone/u);
  await assert.rejects(failed, /broken/u);
  assert.equal(await turns.take(0, async () => 'next', signal), 'next');
});
