import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TimeMark } from '../fit-lines.ts';
import { isIdentity, timeExpression } from './time-map.ts';

describe('the times of a stretched picture', () => {
  /** Evaluates what `timeExpression` writes, as ffmpeg does. */
  const evaluate = (text: string, time: number): number => {
    const branch = /^if\(lt\(T,(-?[\d.]+)\),/u.exec(text);
    if (!branch) {
      const [, offset, slope] = /^(-?[\d.]+)\+(-?[\d.]+)\*T$/u.exec(text) ?? assert.fail(text);
      return Number(offset) + Number(slope) * time;
    }
    const rest = text.slice(branch[0].length, -1);
    let depth = 0;
    let comma = 0;
    while (depth > 0 || rest[comma] !== ',') {
      depth += rest[comma] === '(' ? 1 : rest[comma] === ')' ? -1 : 0;
      comma += 1;
    }
    const isBefore = time < Number(branch[1]);
    return evaluate(isBefore ? rest.slice(0, comma) : rest.slice(comma + 1), time);
  };
  const marksOf = (count: number): TimeMark[] => {
    const marks = [{ original: 0, result: 0 }];
    for (let i = 1; i < count; i += 1) {
      const { original, result } = marks.at(-1) ?? assert.fail();
      marks.push({ original: original + 0.36, result: result + (i % 2 === 0 ? 0.5 : 0.36) });
    }
    return marks;
  };

  test('are exact, and before the first mark they are negative', () => {
    const marks = marksOf(40).map(({ original, result }) => ({ original: original + 7, result }));
    const text = timeExpression(marks, 2);
    for (const { original, result } of marks)
      assert.ok(Math.abs(evaluate(text, original - 2) - result) < 1e-4);
    assert.ok(evaluate(text, 4) < 0);
  });

  test('fit into an argument, however many lines are stretched', () => {
    const marks = marksOf(10_000);
    const text = timeExpression(marks);
    assert.ok(text.length < 120_000);
    for (const { original, result } of marks.filter((_, i) => i % 101 === 0))
      assert.ok(Math.abs(evaluate(text, original) - result) < 0.2, `at ${original}`);
  });

  test('are those of the original where nothing is stretched', () => {
    assert.ok(isIdentity([]));
    assert.ok(isIdentity([0, 5].map((time) => ({ original: time, result: time + 1e-7 }))));
    assert.ok(!isIdentity(marksOf(3)));
  });
});
