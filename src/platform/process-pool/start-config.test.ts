import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, list, object, orNull, text } from './index.ts';

const check = object({ model: text, threads: count, tool: orNull(text), names: list(text) });
const GOOD = { model: '/m', threads: 2, tool: null, names: ['a'] };

test('a valid configuration is accepted unchanged', () => {
  assert.deepEqual(check(GOOD, 'config'), GOOD);
});

for (const [name, config, expected] of [
  ['a missing field', { ...GOOD, model: undefined }, /config\.model must be a non-empty string/u],
  ['a number as text', { ...GOOD, threads: '2' }, /config\.threads must be a positive integer/u],
  ['an empty path', { ...GOOD, tool: '' }, /config\.tool must be a non-empty string/u],
  ['a wrong item', { ...GOOD, names: ['a', null] }, /config\.names\[1\] must be/u],
  ['a field that nobody reads', { ...GOOD, thread: 3 }, /config\.thread is not expected/u],
  ['no object', JSON.stringify(GOOD), /config must be an object/u],
] as const)
  test(`refuses ${name} and says where`, () => {
    assert.throws(() => check(config, 'config'), expected);
  });
