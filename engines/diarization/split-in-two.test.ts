import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SpeechPrints, STEP_SECONDS } from '../speaker-embedding/index.ts';
import { splitInTwo } from './split-in-two.ts';

/** Voices by the second, each at its angle; the print of a mix lies between them. */
function scene(degrees: readonly number[]): SpeechPrints {
  const perSecond = Math.round(1 / STEP_SECONDS);
  return {
    steps: degrees.length * perSecond,
    print(stretches) {
      const print = new Float32Array(2);
      for (const { first, end } of stretches)
        for (let step = first; step < end; step += 1) {
          const angle = ((degrees[Math.floor(step / perSecond)] ?? 0) * Math.PI) / 180;
          print[0] = (print[0] ?? 0) + Math.cos(angle);
          print[1] = (print[1] ?? 0) + Math.sin(angle);
        }
      return print.map((value) => value / Math.hypot(...print));
    },
  };
}
/** Spans of two seconds with a pause after each. */
const spansOf = (degrees: readonly number[]) =>
  Array.from({ length: degrees.length / 2 }, (_, i) => ({ start: 3 * i, end: 3 * i + 2 }));
const secondsOf = (degrees: readonly number[]): number[] | undefined =>
  splitInTwo(scene(degrees), spansOf(degrees))
    ?.map((cells) => cells.reduce((sum, { start, end }) => sum + end - start, 0))
    .sort((a, b) => a - b);

test('two people who take turns of two seconds are separated', () => {
  assert.deepEqual(secondsOf([0, 0, 80, 80, 0, 0, 80, 80, 0, 0]), [4, 6]);
});

test('one voice is divided too, along its largest difference', () => {
  assert.deepEqual(secondsOf([0, 0, 5, 5, 40, 40, 35, 35]), [4, 4]);
});

test('an odd sound of a moment is not a second voice', () => {
  assert.equal(secondsOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 90]), undefined);
  assert.equal(splitInTwo(scene([]), []), null);
});
