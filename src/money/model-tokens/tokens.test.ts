import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PLANS } from '../plans/index.ts';
import { creditsForTokens, mostTokens, sizeOfRequest, sizeOfText, tokensUsed } from './tokens.ts';

const size = sizeOfText('x'.repeat(400));
const most = mostTokens(size, 50);
const usage = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: 0,
});

test('the count of the server is taken, and a quarter of the characters where there is none', () => {
  assert.deepEqual(tokensUsed(usage(90, 7), { size, written: 20, most }), { input: 90, output: 7 });
  assert.deepEqual(tokensUsed(null, { size, written: 20, most }), { input: 100, output: 5 });
  assert.deepEqual(tokensUsed(usage(0, 0), { size, written: 21, most }), { input: 100, output: 6 });
});

test('a count that cannot be true is not taken', () => {
  for (const lie of [-1, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 10_000, 0.5])
    assert.deepEqual(tokensUsed(usage(lie, lie), { size, written: 20, most }), { input: 100, output: 5 });
});

test('whatever a server counts and writes, a call costs a whole number of credits from zero to its reservation', () => {
  const count = fc.oneof(fc.integer(), fc.double(), fc.constant(Number.NaN));
  const plan = fc.constantFrom(...Object.values(PLANS));
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(
      text,
      count,
      count,
      fc.nat(),
      fc.nat(100_000),
      plan,
      (said, read, wrote, written, max, owner) => {
        const own = sizeOfText(said);
        const ceiling = mostTokens(own, max);
        const used = tokensUsed(usage(read, wrote), { size: own, written, most: ceiling });
        const credits = creditsForTokens(owner, used);
        assert.ok(Number.isSafeInteger(credits) && credits >= 0);
        assert.ok(credits <= creditsForTokens(owner, ceiling));
        assert.ok(used.input <= ceiling.input && used.output <= ceiling.output);
      },
    ),
  );
});

test('everything that the model reads counts: messages, functions, their arguments and results', () => {
  const call = { id: 'call_1', name: 'find', arguments: '{"a":1}' };
  const tools = [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }];
  const messages = [
    { role: 'system', content: 'é' },
    { role: 'assistant', content: 'ab', toolCalls: [call] },
    { role: 'tool', toolCallId: 'call_1', content: 'found' },
  ] as const;
  const characters = JSON.stringify(tools).length + 'éab'.length + 'find{"a":1}'.length + 'found'.length;
  assert.deepEqual(sizeOfRequest({ messages, tools }), { characters, bytes: characters + 1 });
});

test('300,000 characters in and 95,000 out cost 3,400 credits', () => {
  assert.equal(creditsForTokens(PLANS.free, { input: 75_000, output: 23_750 }), 3_400);
});
