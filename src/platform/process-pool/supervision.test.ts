import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeMember } from './supervision.ts';

type Member = Parameters<typeof judgeMember>[0];

const LIMITS = { maxRssBytes: 100, hangMs: 1_000, idleMs: 500 };
const member = (overrides: Partial<Member>): Member => ({
  state: 'busy',
  lastMessageMs: 10_000,
  freeSinceMs: 10_000,
  measure: () => 50,
  ...overrides,
});

const CASES: [string, Partial<Member>, number, ReturnType<typeof judgeMember>][] = [
  ['a busy one that reports stays', {}, 10_900, null],
  ['a busy one that is silent for too long is hung', {}, 11_001, 'hung'],
  ['a free one that is silent for too long is hung', { state: 'free', freeSinceMs: 11_000 }, 11_001, 'hung'],
  ['one that loads its model may be silent', { state: 'starting' }, 99_000, null],
  ['one on its way out is left alone', { state: 'stopping' }, 99_000, null],
  ['a free one leaves after its idle time', { state: 'free' }, 10_500, 'idle'],
  ['a free one stays before its idle time', { state: 'free' }, 10_499, null],
  ['a busy one is never idle', { freeSinceMs: 0 }, 10_500, null],
  ['a little over the ceiling waits for the end of the call', { measure: () => 150 }, 10_000, null],
  ['far over the ceiling goes at once', { measure: () => 151 }, 10_000, 'memory'],
  [
    'far over the ceiling goes even while it starts',
    { state: 'starting', measure: () => 151 },
    10_000,
    'memory',
  ],
];

for (const [name, overrides, nowMs, verdict] of CASES) {
  test(name, () => assert.equal(judgeMember(member(overrides), nowMs, LIMITS), verdict));
}

test('without an idle time a free process stays forever', () => {
  const limits = { maxRssBytes: 100, hangMs: 1e9 };
  assert.equal(judgeMember(member({ state: 'free' }), 1e8, limits), null);
});
