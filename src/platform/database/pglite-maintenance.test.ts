import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMaintenanceDue } from './pglite-maintenance.ts';

const MINUTE_MS = 60_000;

test('maintenance waits until the database has been idle for a second', () => {
  assert.equal(isMaintenanceDue({ nowMs: 10_000, lastUsedMs: 9_500, doneMs: 0 }), false);
  assert.equal(isMaintenanceDue({ nowMs: 10_000, lastUsedMs: 8_900, doneMs: 0 }), true);
});

test('a database that is never idle is maintained all the same', () => {
  const nowMs = 11 * MINUTE_MS;
  assert.equal(isMaintenanceDue({ nowMs, lastUsedMs: nowMs, doneMs: 2 * MINUTE_MS }), false);
  assert.equal(isMaintenanceDue({ nowMs, lastUsedMs: nowMs, doneMs: MINUTE_MS }), true);
});

test('a database that was not used since its last maintenance is left alone', () => {
  assert.equal(isMaintenanceDue({ nowMs: 100 * MINUTE_MS, lastUsedMs: 1, doneMs: 2 }), false);
});
