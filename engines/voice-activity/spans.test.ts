import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planWindows, STEP_SECONDS, speechSpans, totalSeconds } from './spans.ts';

const from = (...runs: [seconds: number, probability: number][]): Float32Array =>
  Float32Array.from(
    runs.flatMap(([seconds, p]) => Array<number>(Math.round(seconds / STEP_SECONDS)).fill(p)),
  );

test('a short pause is part of the speech, a long one splits it', () => {
  const spans = speechSpans(from([1, 0], [2, 0.9], [0.15, 0.1], [1, 0.9], [0.6, 0.1], [1, 0.9]));
  assert.equal(spans.length, 2);
  assert.ok(Math.abs((spans[0]?.start ?? 0) - 1) < 0.05);
  assert.ok(Math.abs(totalSeconds(spans) - 4.15) < 0.1);
});

test('windows are cut in pauses', () => {
  const probabilities = from([20, 0.9], [1, 0], [8, 0.9], [1, 0], [20, 0.9]);
  const windows = planWindows(speechSpans(probabilities), probabilities, { maxSeconds: 30, seconds: 50 });
  assert.equal(windows.length, 2);
  const cut = windows[0]?.end ?? 0;
  assert.ok(cut > 29 && cut < 30, `${cut}`);
});

test('speech without a pause is cut at its softest moment', () => {
  const probabilities = from([22, 0.95], [STEP_SECONDS, 0.5], [40, 0.95]);
  const [first] = planWindows(speechSpans(probabilities), probabilities, { maxSeconds: 30, seconds: 62 });
  assert.ok(Math.abs((first?.end ?? 0) - 22) < 0.3, `${first?.end}`);
});

test('windows are always in order, never overlap, fit, and cover every span', () => {
  const run = fc.tuple(fc.double({ min: 0.1, max: 50, noNaN: true }), fc.constantFrom(0, 0.2, 0.4, 0.6, 1));
  fc.assert(
    fc.property(
      fc.array(run, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(15, 30),
      (runs, maxSeconds) => {
        const probabilities = from(...runs);
        const seconds = probabilities.length * STEP_SECONDS;
        const spans = speechSpans(probabilities);
        const windows = planWindows(spans, probabilities, { maxSeconds, seconds });
        for (const [i, { start, end }] of windows.entries()) {
          assert.ok(start < end && end - start <= maxSeconds + 1e-6, `${start} ${end}`);
          assert.ok(start >= (windows[i - 1]?.end ?? 0) - 1e-6 && end <= seconds + 1e-6);
        }
        for (const span of spans) {
          const covered = windows.map(({ start, end }) =>
            Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
          );
          assert.ok(covered.reduce((a, b) => a + b, 0) > span.end - span.start - 1e-6);
        }
      },
    ),
  );
});
