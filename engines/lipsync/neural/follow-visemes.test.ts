import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISEMES, type Viseme } from '../types.ts';
import { followVisemes } from './follow-visemes.ts';

/** Steps that are sure of one viseme, or torn between two. */
function probabilities(
  ...steps: [viseme: Viseme, count: number, share?: number, other?: Viseme][]
): Float32Array {
  const rows = steps.flatMap(([viseme, count, share = 0.9, other = 'sil']) =>
    Array.from({ length: count }, () => {
      const row = new Float32Array(VISEMES.length).fill(0.001);
      row[VISEMES.indexOf(other)] = 1 - share;
      row[VISEMES.indexOf(viseme)] = share;
      return [...row];
    }),
  );
  return Float32Array.from(rows.flat());
}

const course = async (visemes: Float32Array): Promise<string> =>
  (await followVisemes(visemes)).map(({ viseme, from, to }) => `${viseme}:${from}-${to}`).join(' ');

test('a clear sequence is followed step by step to the end', async () => {
  assert.equal(
    await course(probabilities(['sil', 10], ['aa', 8], ['PP', 6], ['ou', 9])),
    'sil:0-10 aa:10-18 PP:18-24 ou:24-33',
  );
});

test('a single uncertain step does not make the mouth flicker', async () => {
  assert.equal(await course(probabilities(['aa', 6], ['E', 1, 0.6, 'aa'], ['aa', 6])), 'aa:0-13');
});

test('a short closure is kept where another shape of that length would be dropped', async () => {
  assert.match(await course(probabilities(['aa', 8], ['PP', 3, 0.75, 'aa'], ['aa', 8])), /PP:8-11/);
  assert.doesNotMatch(await course(probabilities(['aa', 8], ['kk', 3, 0.75, 'aa'], ['aa', 8])), /kk/);
});

test('no steps give no sequence', async () => {
  assert.deepEqual(await followVisemes(new Float32Array(0)), []);
});
