import assert from 'node:assert/strict';
import { test } from 'node:test';
import { equalErrorRate } from './equal-error-rate.ts';

test('the rate is 0 where a threshold separates all, and that of both errors where none does', () => {
  assert.deepEqual(equalErrorRate([0.8, 0.9], [0.1, 0.3, 0.2]), { rate: 0, threshold: 0.8 });
  assert.deepEqual(equalErrorRate([0.4, 0.7, 0.8, 0.9], [0.1, 0.2, 0.3, 0.75]), {
    rate: 0.25,
    threshold: 0.7,
  });
});
