import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillSilence } from './fill-silence.ts';
import { flush, manualClock } from './testing/manual-clock.ts';

function scene({ fails = false } = {}) {
  const clock = manualClock();
  const heard: number[] = [];
  const turn = { isOpen: true };
  let gate: Promise<void> = Promise.resolve();
  const push = fillSilence({
    clock,
    isTurnOpen: () => turn.isOpen,
    async push(samples) {
      heard.push(samples.length / 16);
      await gate;
      if (fails) throw new Error('the detector is gone');
    },
  });
  const sound = new Float32Array(320);
  return {
    clock,
    heard,
    turn,
    push: () => push(sound),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}

describe('a caller who stops sending', () => {
  test('is heard as silent after half a second, in step with the clock, until the turn ends', async () => {
    const { clock, heard, push, turn } = scene();
    await push();
    await clock.advance(499);
    assert.deepEqual(heard, [20]);
    await clock.advance(1);
    assert.deepEqual(heard, [20, 500]);
    await clock.advance(300);
    assert.deepEqual(heard, [20, 500, 100, 100, 100]);
    turn.isOpen = false;
    await clock.advance(5_000);
    assert.equal(heard.length, 5);
  });

  test('is heard again when sound comes', async () => {
    const { clock, heard, push } = scene();
    for (let i = 0; i < 10; i += 1) {
      await push();
      await clock.advance(400);
    }
    assert.equal(heard.length, 10);
  });

  test('is not silent without a turn, nor while the ear is busy', async () => {
    const { clock, heard, push, turn, hold } = scene();
    turn.isOpen = false;
    await push();
    await clock.advance(5_000);
    turn.isOpen = true;
    const release = hold();
    const pushing = push();
    await clock.advance(5_000);
    assert.deepEqual(heard, [20, 20]);
    release();
    await pushing;
    await clock.advance(500);
    assert.deepEqual(heard, [20, 20, 500]);
  });

  test('is tried again if the ear fails, and whoever sends sound is told', async () => {
    const { clock, heard, push } = scene({ fails: true });
    await assert.rejects(push(), /detector is gone/);
    await clock.advance(1_000);
    await flush();
    assert.deepEqual(heard, [20, 500, 500]);
  });
});
