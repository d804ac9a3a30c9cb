import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultProcesses, threadsFor } from './capacity.ts';

const GIB = 1024 ** 3;

test('gives each process two cores without taking more than half of the memory', () => {
  assert.equal(defaultProcesses({ cores: 2, memoryBytes: 8 * GIB }), 1);
  assert.equal(defaultProcesses({ cores: 4, memoryBytes: 8 * GIB }), 2);
  assert.equal(defaultProcesses({ cores: 8, memoryBytes: 3 * GIB }), 1);
  assert.equal(defaultProcesses({ cores: 64, memoryBytes: 256 * GIB }), 4);
  assert.equal(defaultProcesses({ cores: 1, memoryBytes: GIB }), 1);
});

test('shares the cores among the processes', () => {
  assert.equal(threadsFor(4, { cores: 64, memoryBytes: GIB }), 16);
  assert.equal(threadsFor(4, { cores: 2, memoryBytes: GIB }), 1);
});
