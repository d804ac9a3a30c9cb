import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { closeLookup, startLookup } from './synthesis.ts';

test('a cache look-up that fails while its reservation runs is no unhandled rejection: whoever waits for it gets the error', async () => {
  const failure = new Error('the cache is away');
  const quote = { utterance: { text: 'Hello.', voiceId: 'a' }, model: 'm', charge: { accountId: 'a' } };
  const cache = { find: () => Promise.reject(failure) };
  const lookup = startLookup({ cache, engine: { capabilities: { mark: 'k' } } }, quote);
  await nextTurn();
  await assert.rejects(lookup.found, failure);
  await closeLookup(lookup);
});
