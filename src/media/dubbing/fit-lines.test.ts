import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Fitted, fitLines, type LineToFit } from './fit-lines.ts';

const fit = (lines: LineToFit[], stretchPicture = false, duration = 20): Fitted =>
  fitLines(lines, { duration, stretchPicture });
const only = (line: LineToFit, next?: LineToFit) => fit(next ? [line, next] : [line]).lines[0];
const near = (a: number | undefined, b: number) =>
  assert.ok(Math.abs((a ?? Number.NaN) - b) < 1e-9, `${a} instead of ${b}`);

describe('fitting lines to their time', () => {
  test('the mildest means that suffices is taken', () => {
    const next = { start: 5, end: 6, spoken: 1 };
    assert.deepEqual(only({ start: 1, end: 3, spoken: 1.5 }, next), {
      start: 1,
      end: 2.5,
      rate: 1,
      fit: 'as_spoken',
    });
    assert.deepEqual(only({ start: 1, end: 3, spoken: 2.4 }, next), {
      start: 1,
      end: 3,
      rate: 1.2,
      fit: 'faster',
    });
    assert.deepEqual(only({ start: 1, end: 3, spoken: 4 }, next), {
      start: 1,
      end: 4.2,
      rate: 1.25,
      fit: 'borrowed',
    });
    const early = only({ start: 1, end: 3, spoken: 5 }, next);
    assert.equal(early?.fit, 'borrowed');
    near(early?.start, 0.92);
    const rushed = only({ start: 1, end: 3, spoken: 8 }, next);
    assert.equal(rushed?.fit, 'rushed');
    near(rushed?.end, 4.92);
  });

  test('the picture is stretched under the line alone, and everything after it comes later', () => {
    const lines = [
      { start: 1, end: 3, spoken: 5 },
      { start: 3.1, end: 5, spoken: 1 },
    ];
    const { lines: made, marks } = fit(lines, true, 10);
    assert.equal(made[0]?.fit, 'stretched');
    near(made[0]?.end, 5);
    near(made[1]?.start, 3.1 + (5 - 3.02));
    assert.deepEqual(
      marks.map(({ original, result }) => [original.toFixed(2), result.toFixed(2)]),
      [
        ['0.00', '0.00'],
        ['1.00', '1.00'],
        ['3.02', '5.00'],
        ['10.00', '11.98'],
      ],
    );
  });

  test('whatever is said: nothing overlaps, nothing is slowed down, the timeline never runs back', () => {
    const line = fc.record({
      gap: fc.double({ min: -1, max: 3, noNaN: true }),
      slot: fc.double({ min: 0.05, max: 6, noNaN: true }),
      spoken: fc.double({ min: 0.05, max: 15, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.boolean(), (given, stretchPicture) => {
        let at = 0;
        const lines = given.map(({ gap, slot, spoken }) => {
          const start = Math.max(0, at + gap);
          at = start + slot;
          return { start, end: at, spoken };
        });
        lines.sort((a, b) => a.start - b.start);
        const { lines: made, marks } = fit(lines, stretchPicture, at + 1);
        assert.equal(made.length, lines.length);
        for (const [i, { start, end, rate, fit: how }] of made.entries()) {
          assert.ok(rate >= 1 - 1e-9 && end > start);
          assert.ok(Math.abs((end - start) * rate - (lines[i]?.spoken ?? 0)) < 1e-6, 'the time of its words');
          assert.ok(how === 'rushed' || rate <= 1.25 + 1e-9, `${how} at ${rate}`);
          assert.ok(i === 0 || start >= (made[i - 1]?.end ?? 0), 'overlaps the line before');
        }
        for (const [i, mark] of marks.entries())
          assert.ok(
            i === 0 ||
              (mark.original > (marks[i - 1]?.original ?? 0) && mark.result >= (marks[i - 1]?.result ?? 0)),
            JSON.stringify(marks),
          );
      }),
    );
  });
});
