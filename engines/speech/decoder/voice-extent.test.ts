import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voiceExtent } from './voice-extent.ts';

const energy = (silentBefore: number, loud: number, silentAfter: number): Float32Array =>
  Float32Array.from({ length: silentBefore + loud + silentAfter }, (_, i) =>
    i >= silentBefore && i < silentBefore + loud ? 6 : -9,
  );

test('silence before and after the voice is left out, but for a margin', () => {
  assert.deepEqual(voiceExtent(energy(20, 100, 40)), { from: 17, to: 123 });
  assert.deepEqual(voiceExtent(energy(1, 100, 2)), { from: 0, to: 103 });
});

test('a pause in the middle is spoken', () => {
  const pause = Float32Array.of(...energy(10, 30, 25), ...energy(25, 30, 10));
  assert.deepEqual(voiceExtent(pause), { from: 7, to: 123 });
});

test('an utterance that is silent throughout is left whole', () => {
  assert.deepEqual(voiceExtent(energy(50, 0, 0)), { from: 0, to: 50 });
});
