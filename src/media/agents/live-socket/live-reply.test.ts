import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelTab } from '../../../money/model-tokens/index.ts';
import { discardReply } from './live-reply.ts';
import { createOutbox } from './outbox.ts';
import { newReply } from './reply-turn.ts';

const failing = (error: unknown): never => {
  throw error;
};

test('a session that ends waits until the credits of a discarded guess are back', async () => {
  const outbox = createOutbox({ send: async () => undefined, onError: failing, onTooSlow: failing });
  const paid = Promise.withResolvers<void>();
  const done: string[] = [];
  const released = (what: string) => async () => {
    await paid.promise;
    done.push(what);
  };
  const reserving = Promise.withResolvers<void>();
  const tab = { release: released('thinking') } as ModelTab;
  const reply = { ...newReply(1, 'Hello'), tab, reserving: reserving.promise.then(released('late clause')) };
  const settle = () => Promise.reject(new Error('nobody heard it'));
  reply.reserved.set(0, { credits: 5, settle, release: released('clause') });

  discardReply({ outbox }, reply);
  assert.equal(reply.isOver, true);
  const left = outbox.empty().then(() => done.push('left'));
  paid.resolve();
  reserving.resolve();
  await left;
  assert.equal(done.at(-1), 'left');
  assert.deepEqual(done.toSorted(), ['clause', 'late clause', 'left', 'thinking']);
});
