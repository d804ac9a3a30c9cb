import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DELIVERY_RULES, type Outcome, retryDelaySeconds } from './rules.ts';

const failed: Outcome = { responseStatus: 500, responseBody: '', error: 'unexpected_status' };
const delayAfter = (attempts: number, outcome = failed) =>
  retryDelaySeconds(DELIVERY_RULES, attempts, outcome);

test('ten attempts, farther and farther apart', () => {
  const delays = Array.from({ length: 10 }, (_, index) => delayAfter(index + 1));
  assert.deepEqual(delays.slice(0, 4), [5, 300, 1_800, 7_200]);
  assert.equal(delays[9], null);
  const known = delays.filter((delay) => delay !== null);
  assert.deepEqual(
    known,
    known.toSorted((a, b) => a - b),
  );
});

test('2xx, 410 and forbidden URLs are not retried', () => {
  assert.equal(delayAfter(1, { responseStatus: 204, responseBody: '', error: null }), null);
  assert.equal(delayAfter(1, { ...failed, responseStatus: 410 }), null);
  assert.equal(delayAfter(1, { responseStatus: null, responseBody: null, error: 'url_not_allowed' }), null);
  assert.equal(delayAfter(1, { responseStatus: null, responseBody: null, error: 'interrupted' }), 5);
});
