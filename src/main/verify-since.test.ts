import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSince } from './verify-since.ts';

test('--since takes days or a date, and refuses what it would misunderstand', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  const since = (text?: string) => parseSince(text, now).toISOString();
  assert.equal(since(), '2026-11-09T12:00:00.000Z');
  assert.equal(since('30d'), '2026-10-17T12:00:00.000Z');
  assert.equal(since('2026-11-01'), '2026-11-01T00:00:00.000Z');
  assert.equal(since('2026-11-01T06:30:00Z'), '2026-11-01T06:30:00.000Z');
  for (const wrong of ['', '7', '-1d', '2026-13-01', '01.11.2026', '2027-01-01', '9999d', '1970-01-01'])
    assert.throws(() => since(wrong), /is neither a number of days/, wrong);
});
