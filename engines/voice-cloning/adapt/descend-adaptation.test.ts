import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADAPTATION_SIZE, type Adapting, adaptationParts, type Lesson } from '../../speech/index.ts';
import { descendAdaptation, firstAdaptation, lessAdapted } from './descend-adaptation.ts';

const WANTED = Float32Array.from({ length: ADAPTATION_SIZE }, (_, i) => 0.05 * Math.cos(i));
const lessonOf = (frames: number) => ({ frames, sound: new Float32Array(frames * 300) }) as Lesson;

/** The loss is how far the adaptation is from a known one. */
function nearer(): Pick<Adapting, 'gradient'> & { windows: { lesson: Lesson; from: number; to: number }[] } {
  const windows: { lesson: Lesson; from: number; to: number }[] = [];
  return {
    windows,
    async gradient(lesson, { from, to }, adaptation) {
      windows.push({ lesson, from, to });
      const gradient = adaptation.map((value, i) => value - (WANTED[i] ?? 0));
      return {
        sound: new Float32Array(),
        loss: Math.sqrt(gradient.reduce((sum, slope) => sum + slope * slope, 0)),
        gradient,
      };
    },
  };
}

test('descends, always in the same way, by windows of a second from all over the lessons', async () => {
  const lessons = [lessonOf(79), lessonOf(80), lessonOf(400)];
  const learning = nearer();
  const losses: number[] = [];
  const options = { steps: 10, onStep: (_: number, loss: number) => losses.push(loss) };
  const learnt = await descendAdaptation(learning, lessons, options);
  assert.ok((losses.at(-1) ?? 0) < 0.99 * (losses[0] ?? 0), `${losses[0]} to ${losses.at(-1)}`);
  assert.equal(learning.windows.length, 40);
  for (const { lesson, from, to } of learning.windows)
    assert.ok(lesson.frames >= 80 && from >= 0 && to <= lesson.frames && to - from === 80);
  assert.ok(new Set(learning.windows.map(({ from }) => from)).size > 20);
  assert.deepEqual(await descendAdaptation(nearer(), lessons, { steps: 10 }), learnt);
});

test('stops between two windows, and says so where there is nothing to learn from', async () => {
  const controller = new AbortController();
  const learning = nearer();
  const stopping = descendAdaptation(learning, [lessonOf(200)], {
    steps: 20,
    signal: controller.signal,
    onStep: () => controller.abort(),
  });
  await assert.rejects(stopping, { name: 'AbortError' });
  assert.equal(learning.windows.length, 4);
  await assert.rejects(descendAdaptation(nearer(), [lessonOf(79)], { steps: 1 }), /as long as a second/);
});

test('nothing of an adaptation has no effect, half of it half of the effect', () => {
  const whole = firstAdaptation().map((value, i) => value + (WANTED[i] ?? 0));
  const [none, half] = [0, 0.5].map((share) => adaptationParts(lessAdapted(whole, share)));
  for (const [i, { part, values }] of adaptationParts(whole).entries()) {
    if (part.name.endsWith('/to-rank')) continue;
    assert.ok(
      none?.[i]?.values.every((value) => value === 0),
      part.name,
    );
    assert.deepEqual(
      half?.[i]?.values,
      values.map((value) => value / 2),
    );
  }
});
