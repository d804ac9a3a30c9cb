import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentFlow } from '../../agent.ts';
import { freeName, moved, nextOf, renameState, withNext, withoutState } from './edit-flow.ts';

const FLOW: AgentFlow = {
  start: 'open',
  otherwise: 'Pardon?',
  states: {
    open: { rules: [{ when: ['table'], go: 'people' }], otherwise: { say: 'Yes?', go: 'open' } },
    people: { rules: [{ when: ['{n:number}'], go: 'open' }] },
  },
  anywhere: [
    { when: ['again'], go: 'open' },
    { when: ['find'], call: { tool: 'find', on_failure: { say: 'Sorry.', go: 'open' } } },
  ],
};

test('a state that is renamed is still reached from everywhere, and stays in its place', () => {
  const flow = renameState(FLOW, 'open', 'welcome');
  assert.deepEqual(Object.keys(flow.states), ['welcome', 'people']);
  assert.equal(flow.start, 'welcome');
  assert.equal(flow.states.welcome?.otherwise?.go, 'welcome');
  assert.equal(flow.states.people?.rules[0]?.go, 'welcome');
  assert.equal(flow.anywhere?.[0]?.go, 'welcome');
  assert.equal(flow.anywhere?.[1]?.call?.on_failure.go, 'welcome');
  assert.equal(flow.states.welcome?.rules[0]?.go, 'people');
});

test('without its first state a flow begins with the next', () => {
  assert.equal(withoutState(FLOW, 'open').start, 'people');
});

test('a rule has one thing that follows, whatever it had before', () => {
  const rule = { when: ['bye'], say: 'Bye.', go: 'open' };
  for (const next of ['stay', 'end', 'hand_over', 'go:people'])
    assert.equal(nextOf(withNext(rule, next)), next);
  assert.deepEqual(withNext({ ...rule, end: true }, 'stay'), { when: ['bye'], say: 'Bye.' });
});

test('new names are free, and moving beyond the end changes nothing', () => {
  assert.equal(freeName({ ...FLOW, states: { ...FLOW.states, 'state-3': { rules: [] } } }), 'state-4');
  assert.equal(freeName(FLOW), 'state-3');
  assert.deepEqual(moved([1, 2, 3], 0, 1), [2, 1, 3]);
  assert.deepEqual(moved([1, 2], 1, 1), [1, 2]);
});
