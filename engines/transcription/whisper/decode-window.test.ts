import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tensor } from 'onnxruntime-node';
import { decodeWindow } from './decode-window.ts';
import type { Networks } from './networks.ts';
import { END, FIRST_TIMESTAMP, VOCABULARY } from './tokens.ts';
import { createVocabulary } from './vocabulary.ts';

const STATES = new Tensor('float32', new Float32Array(1), [1]);
const LETTERS = 1_000;
const vocabulary = createVocabulary({ a: LETTERS, b: LETTERS + 1, c: LETTERS + 2 });
const rowOf = (likely: Record<number, number>): Float32Array => {
  const row = new Float32Array(VOCABULARY).fill(-30);
  for (const [token, logit] of Object.entries(likely)) row[Number(token)] = logit;
  return row;
};

/** A network that says a, b, c again and again. `endLogit`: how likely it is to stop after each c. */
function looping(endLogit: number) {
  let steps = 0;
  const networks: Networks = {
    encode: async () => STATES,
    attentions: async () => [],
    begin: async (_states, tokens) => {
      const logits = new Float32Array(tokens.length * VOCABULARY);
      logits.set(rowOf({ [FIRST_TIMESTAMP]: 9 }), (tokens.length - 1) * VOCABULARY);
      return { logits, cache: {} };
    },
    next: async (_states, token) => {
      steps += 1;
      const letter = token >= FIRST_TIMESTAMP ? 0 : (token - LETTERS + 1) % 3;
      return {
        logits: rowOf({ [LETTERS + letter]: 9, [END]: token === LETTERS + 2 ? endLogit : -30 }),
        cache: {},
      };
    },
  };
  return { networks, steps: () => steps };
}

const decode = (networks: Networks) =>
  decodeWindow({ networks, vocabulary }, STATES, {
    language: 'fr',
    task: 'transcribe',
    signal: new AbortController().signal,
  });
const textOf = ({ choices }: Awaited<ReturnType<typeof decode>>): string =>
  vocabulary.textOf(choices.map(({ token }) => token).filter((token) => token < FIRST_TIMESTAMP));

test('a greedy loop is sampled again, with the same result every time', async () => {
  const texts: string[] = [];
  for (let i = 0; i < 2; i += 1) {
    const decoded = await decode(looping(8.5).networks);
    assert.equal(decoded.repeats, false);
    texts.push(textOf(decoded));
  }
  assert.match(texts[0] ?? '', /^(abc){1,3}$/u);
  assert.equal(texts[0], texts[1]);
});

test('if every temperature loops, the loop is cut, soon', async () => {
  const { networks, steps } = looping(-30);
  const decoded = await decode(networks);
  assert.deepEqual([decoded.repeats, textOf(decoded)], [true, 'abcabc']);
  assert.ok(decoded.compressionRatio < 2.4);
  assert.ok(steps() <= 4 * 50, `${steps()} steps`);
});
