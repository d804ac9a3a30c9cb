import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyMemory, WINDOW_SAMPLES } from './silero.ts';
import { createVoiceStream, type Score } from './voice-stream.ts';

/** Gives the loudest sample of each window, and counts the windows in its memory. */
function fakeModel() {
  const calls: { windows: number; before: number }[] = [];
  const score: Score = async (samples, memory) => {
    const windows = samples.length / WINDOW_SAMPLES;
    calls.push({ windows, before: memory.state[0] ?? 0 });
    const probabilities = Float32Array.from({ length: windows }, (_, i) =>
      Math.max(...samples.subarray(i * WINDOW_SAMPLES, (i + 1) * WINDOW_SAMPLES)),
    );
    const next = emptyMemory();
    next.state[0] = (memory.state[0] ?? 0) + windows;
    return { probabilities, memory: next };
  };
  return { score, calls };
}

test('every window is scored once, in order, whatever the size of the pieces', async () => {
  const sound = new Float32Array(10 * WINDOW_SAMPLES + 100);
  for (let window = 0; window < 11; window += 1) sound[window * WINDOW_SAMPLES] = (window + 1) / 16;
  for (const size of [1_000, 160, 512, 5_000]) {
    const { score, calls } = fakeModel();
    const stream = createVoiceStream(score);
    const scored: number[] = [];
    for (let at = 0; at < sound.length; at += size)
      scored.push(...(await stream.push(sound.subarray(at, at + size))));
    assert.equal(scored.length, 10);
    assert.deepEqual(
      scored,
      [...scored].sort((a, b) => a - b),
    );
    assert.deepEqual(
      calls.map(({ before }) => before),
      calls.map((_, i) => calls.slice(0, i).reduce((sum, { windows }) => sum + windows, 0)),
    );
  }
});

test('a minute at once is heard in calls of two seconds, and a second piece has to wait its turn', async () => {
  const { score, calls } = fakeModel();
  const stream = createVoiceStream(score);
  const running = stream.push(new Float32Array(60 * 16_000));
  await assert.rejects(stream.push(new Float32Array(160)), /before it had returned/);
  assert.equal((await running).length, 1_875);
  assert.ok(calls.every(({ windows }) => windows <= 64));
});
