import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeNode } from '../graph.ts';
import { keepNeeded } from './keep-needed.ts';

test('keeps what the outputs depend on, in order, and nothing after them', () => {
  const nodes = [
    makeNode('Relu', ['x'], ['a']),
    makeNode('Neg', ['x'], ['aside']),
    makeNode('Abs', ['a'], ['b']),
    makeNode('Add', ['b', 'aside'], ['end']),
  ];
  const names = (outputs: string[]) => keepNeeded({ nodes }, outputs).nodes.map(({ op }) => op);
  assert.deepEqual(names(['b']), ['Relu', 'Abs']);
  assert.deepEqual(names(['a', 'aside']), ['Relu', 'Neg']);
  assert.deepEqual(names(['end']), ['Relu', 'Neg', 'Abs', 'Add']);
});
