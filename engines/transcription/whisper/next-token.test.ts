import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argmax, choose, restrict } from './next-token.ts';
import { END, FIRST_TIMESTAMP, NO_TIMESTAMPS, VOCABULARY } from './tokens.ts';

const logits = (favoured: Record<number, number>): Float32Array => {
  const all = new Float32Array(VOCABULARY).fill(-20);
  for (const [token, value] of Object.entries(favoured)) all[Number(token)] = value;
  return all;
};
const best = (favoured: Record<number, number>, tokens: number[]): number =>
  argmax(restrict(logits(favoured), tokens));
const TEXT = 5_000;
const T0 = FIRST_TIMESTAMP;
const T5 = FIRST_TIMESTAMP + 250;

test('a window starts with a time within its first second', () => {
  assert.equal(best({ [TEXT]: 9, [T5]: 8, [T0 + 10]: 1 }, []), T0 + 10);
});

test('an opening time is followed by text, a closing time by an opening time or the end', () => {
  assert.equal(best({ [TEXT]: 1, [T5]: 9 }, [T0]), TEXT);
  assert.equal(best({ [TEXT]: 9, [T5]: 5 }, [T0, TEXT, T5]), T5);
  assert.equal(best({ [TEXT]: 9, [END]: 5 }, [T0, TEXT, T5]), END);
});

test('times never decrease', () => {
  assert.equal(best({ [T0 + 3]: 9, [T5 + 1]: 5 }, [T0, TEXT, T5, T5, TEXT]), T5 + 1);
});

test('a time is chosen if all times together outweigh every text token', () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [T0 + 50 + i, 4.5]));
  assert.ok(best({ [TEXT]: 5, ...many }, [T0, TEXT]) >= FIRST_TIMESTAMP);
  assert.equal(best({ [TEXT]: 9, ...many }, [T0, TEXT]), TEXT);
});

test('suppressed symbols are never chosen', () => {
  assert.equal(best({ 25: 99, [NO_TIMESTAMPS]: 99, [TEXT]: 1 }, [T0, TEXT]), TEXT);
});

test('temperature 0 takes the most likely token, above it the token is sampled', () => {
  const two = logits({ 7: 2, 8: 2.1 });
  assert.equal(choose(two, 0, () => 0).token, 8);
  assert.equal(choose(two, 1, () => 0.01).token, 7);
  assert.ok(Math.abs(Math.exp(choose(two, 0, () => 0).logProbability) - 0.525) < 0.01);
});
