import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anchorPlusMonths, cycleAt } from './cycle.ts';

const endsFrom = (anchor: string, count: number) =>
  Array.from({ length: count }, (_, i) => anchorPlusMonths(new Date(anchor), i + 1).toISOString());

test('a sign-up on the 31st renews on the last day of shorter months and on the 31st again', () => {
  assert.deepEqual(endsFrom('2026-01-31T10:30:00Z', 5), [
    '2026-02-28T10:30:00.000Z',
    '2026-03-31T10:30:00.000Z',
    '2026-04-30T10:30:00.000Z',
    '2026-05-31T10:30:00.000Z',
    '2026-06-30T10:30:00.000Z',
  ]);
});

test('February has its leap day in leap years only', () => {
  assert.equal(endsFrom('2024-01-30T00:00:00Z', 1)[0], '2024-02-29T00:00:00.000Z');
  assert.equal(endsFrom('2028-01-31T00:00:00Z', 1)[0], '2028-02-29T00:00:00.000Z');
  assert.equal(endsFrom('2024-02-29T00:00:00Z', 12)[11], '2025-02-28T00:00:00.000Z');
  assert.equal(endsFrom('2024-02-29T00:00:00Z', 48)[47], '2028-02-29T00:00:00.000Z');
});

test('the end of a cycle is the start of the next, to the millisecond', () => {
  const anchor = new Date('2026-01-31T23:59:59.999Z');
  const end = new Date('2026-02-28T23:59:59.999Z');
  assert.deepEqual(cycleAt(anchor, new Date(end.getTime() - 1)).endsAt, end);
  assert.deepEqual(cycleAt(anchor, end).startsAt, end);
});

test('the time zone of the machine does not affect renewals', () => {
  const zone = process.env.TZ;
  try {
    for (const name of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin']) {
      process.env.TZ = name;
      assert.equal(endsFrom('2026-01-31T00:30:00Z', 1)[0], '2026-02-28T00:30:00.000Z', name);
      assert.equal(endsFrom('2026-02-28T23:30:00Z', 1)[0], '2026-03-28T23:30:00.000Z', name);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

test('every moment lies in exactly one cycle, however long after the sign-up', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2080-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.nat({ max: 40 * 365 * 86_400 }), (anchor, laterSeconds) => {
      const now = new Date(anchor.getTime() + laterSeconds * 1_000);
      const { startsAt, endsAt } = cycleAt(anchor, now);
      assert.ok(startsAt <= now && now < endsAt);
      assert.deepEqual(cycleAt(anchor, endsAt).startsAt, endsAt);
    }),
  );
});
