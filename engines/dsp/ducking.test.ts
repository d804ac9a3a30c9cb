import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { duckingGains, toDecibels } from './index.ts';

const RATE = 44_100;

describe('a sound under speech', () => {
  const words = [
    { start: 1, end: 1.3 },
    { start: 1.4, end: 1.8 },
    { start: 4, end: 4.5 },
    { start: 5.9, end: 6.4 },
  ];
  const gains = duckingGains({ words, decibels: 10 }, 6 * RATE, RATE);
  const at = (seconds: number) => gains[Math.round(seconds * RATE)] ?? 0;

  test('is down by the asked decibels for the whole of every word, and in short pauses', () => {
    for (const { start, end } of words)
      for (let i = Math.ceil(start * RATE); i < Math.min(end * RATE, gains.length); i += 1)
        assert.ok(Math.abs(toDecibels(gains[i] ?? 1) + 10) < 0.01);
    assert.ok(Math.abs(toDecibels(at(1.35)) + 10) < 0.01);
  });

  test('is untouched away from the words, and moves without a step', () => {
    for (const seconds of [0, 0.8, 2.4, 3.8]) assert.equal(at(seconds), 1);
    for (let i = 1; i < gains.length; i += 1)
      assert.ok(Math.abs((gains[i] ?? 0) - (gains[i - 1] ?? 0)) < 0.001);
  });
});
