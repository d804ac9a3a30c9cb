import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { until } from '../testing/until.ts';
import { AskedThread } from './index.ts';
import type { TestAsk } from './testing/asked.worker.ts';
import { ThreadEnded } from './thread.ts';

const MODULE = new URL('./testing/asked.worker.ts', import.meta.url);

describe('a thread that is asked', () => {
  let thread: AskedThread<TestAsk, number>;
  beforeEach(() => {
    thread = new AskedThread(MODULE);
  });
  afterEach(() => thread.close());

  test('answers each question, also when several wait', async () => {
    const answers = await Promise.all([1, 2, 3].map((double) => thread.ask({ double })));
    assert.deepEqual(answers, [2, 4, 6]);
    assert.equal(thread.waiting, 0);
  });

  test('a question that fails costs only its own answer, and keeps the name of its error', async () => {
    const failed = assert.rejects(thread.ask('fail'), new RangeError('too far'));
    assert.equal(await thread.ask({ double: 4 }), 8);
    await failed;
  });

  test('whoever waits hears that it has ended, and the next question starts another', async () => {
    const waiting = [thread.ask('exit'), thread.ask({ double: 1 })];
    for (const { status, reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[])
      assert.ok(status === 'rejected' && reason instanceof ThreadEnded && reason.code === 3);
    assert.equal(await thread.ask({ double: 2 }), 4);
  });

  test('an error while nobody waits ends only the thread', async () => {
    // On a busy machine the error may overtake the answer.
    await thread.ask('throw later').catch(({ message }: Error) => assert.match(message, /nobody waits/));
    await until(async () => (await thread.ask({ double: 5 }).catch(() => null)) === 10);
  });

  test('what cannot be sent is refused and leaves nobody waiting', async () => {
    assert.throws(() => thread.ask({ double: (() => 1) as unknown as number }), { name: 'DataCloneError' });
    assert.equal(thread.waiting, 0);
    assert.equal(await thread.ask({ double: 3 }), 6);
  });

  test('closing tells whoever waits, and closing again does nothing', async () => {
    const silent = assert.rejects(thread.ask('stay silent'), /closed/);
    await Promise.all([thread.close(), thread.close()]);
    await silent;
    assert.equal(await thread.ask({ double: 7 }), 14);
  });
});
