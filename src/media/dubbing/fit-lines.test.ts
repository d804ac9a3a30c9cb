import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FASTEST, type Fitted, fitLines, type LineToFit, toResult } from './fit-lines.ts';

const fit = (lines: LineToFit[], stretchPicture = false, duration = 20, longest?: number): Fitted =>
  fitLines(lines, { duration, stretchPicture, ...(longest !== undefined && { longest }) });
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
    near(rushed?.end, 5.02);
    near(rushed?.start, 0.88);
  });

  test('a film is not stretched beyond the length that the plan allows: lines are rushed instead', () => {
    const lines = [
      { start: 1, end: 3, spoken: 5 },
      { start: 3.1, end: 5, spoken: 8 },
    ];
    const limited = fit(lines, true, 10, 11);
    near(limited.marks.at(-1)?.result, 11);
    assert.deepEqual(
      limited.lines.map((line) => line.fit),
      ['rushed', 'borrowed'],
    );
    const full = fit(lines, true, 10, 10);
    assert.deepEqual(full, fit(lines, false, 10));
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
    near(toResult(marks, 0.5), 0.5);
    near(toResult(marks, 2.01), 3);
    near(toResult(marks, 9), 10.98);
    near(toResult(marks, 10), 11.98);
  });

  test('the picture is not stretched without end, and also under a line at the very end', () => {
    const { lines, marks } = fit([{ start: 1, end: 2, spoken: 100 }], true, 4);
    assert.deepEqual([lines[0]?.fit, lines[0]?.rate], ['rushed', 2]);
    near(marks.at(-1)?.result, 13);
    const last = fit([{ start: 9.99, end: 10, spoken: 0.5 }], true, 10);
    assert.equal(last.lines[0]?.fit, 'stretched');
    near(last.marks.at(-1)?.result, last.lines[0]?.end ?? 0);
  });

  test('a line is hurried rather than the next one delayed, and the delay ends with its cause', () => {
    const lines = Array.from({ length: 20 }, (_, i) => ({ start: i * 2, end: i * 2 + 1.9, spoken: 3 }));
    for (const [i, { start }] of fit(lines, false, 40).lines.entries())
      assert.ok(Math.abs(start - i * 2) <= 0.13, `line ${i} at ${start}`);
    const crowded = [
      { start: 0, end: 0.5, spoken: 30 },
      { start: 0.5, end: 2, spoken: 1 },
      { start: 2, end: 3, spoken: 1 },
    ];
    const starts = fit(crowded).lines.map(({ start }) => start);
    assert.ok(Number(starts[1]) > 0.9 && Number(starts[1]) <= 1, `${starts}`);
    near(starts[2], 2);
  });

  test('people who speak at once speak one after the other, and nobody is cut off', () => {
    const lines = [
      { start: 0, end: 10, spoken: 9 },
      { start: 2, end: 3, spoken: 0.5 },
      { start: 4, end: 5, spoken: 0.5 },
      { start: 12, end: 13, spoken: 1 },
    ];
    const made = fit(lines).lines;
    assert.deepEqual(
      made.map(({ fit: how }) => how),
      ['as_spoken', 'as_spoken', 'as_spoken', 'as_spoken'],
    );
    assert.equal(made[3]?.start, 12);
    const captions = Array.from({ length: 100 }, (_, i) => ({ start: i * 2, end: i * 2 + 2.2, spoken: 3.5 }));
    for (const [i, { start }] of fit(captions, false, 210).lines.entries())
      assert.ok(Math.abs(start - i * 2) <= 0.13, `caption ${i} at ${start}`);
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
        const length = marks.at(-1)?.result ?? 0;
        for (const [i, { start, end, rate, fit: how }] of made.entries()) {
          assert.ok(rate >= 1 - 1e-9 && end >= start);
          const needed = (lines[i]?.spoken ?? 0) / rate;
          const isCut = how === 'rushed' && rate === FASTEST;
          assert.ok(isCut || Math.abs(end - start - needed) < 1e-6, 'the time of its words');
          assert.ok(end - start < needed + 1e-6, 'slowed down');
          assert.ok(how === 'rushed' || rate <= 1.25 + 1e-9, `${how} at ${rate}`);
          assert.ok(i === 0 || start >= (made[i - 1]?.end ?? 0) - 1e-9, 'overlaps the line before');
          assert.ok(end <= length + 1e-9, `${end} is after the end at ${length}`);
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
