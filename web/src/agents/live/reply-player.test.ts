import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplyPlayer } from './reply-player.ts';

const SECOND = new Uint8Array(48_000);

function fakeContext() {
  const played: { at: number; stopped: boolean }[] = [];
  const context = {
    currentTime: 0,
    outputLatency: 0,
    destination: {},
    createBuffer: () => ({ copyToChannel: () => undefined }),
    createBufferSource() {
      const one = { at: -1, stopped: false };
      played.push(one);
      return {
        buffer: null,
        connect: () => undefined,
        start(at: number) {
          one.at = at;
        },
        stop() {
          one.stopped = true;
        },
      };
    },
  };
  return { context, played, player: createReplyPlayer(context as unknown as AudioContext) };
}

test('chunks follow each other without a gap', () => {
  const { played, player } = fakeContext();
  player.play(1, 0, SECOND);
  player.play(1, 1_000, SECOND);
  assert.deepEqual(
    played.map(({ at }) => at),
    [0.02, 1.02],
  );
});

test('says how much of the reply was heard, also after its end', () => {
  const { context, player } = fakeContext();
  assert.equal(player.position(), null);
  player.play(1, 0, SECOND);
  player.play(1, 1_000, SECOND);
  context.currentTime = 1.52;
  assert.deepEqual(player.position(), { reply: 1, ms: 1_500 });
  context.currentTime = 9;
  assert.deepEqual([player.position(), player.isBusy()], [{ reply: 1, ms: 2_000 }, false]);
});

test('a stop drops the rest at once; what goes on begins where the service says', () => {
  const { context, played, player } = fakeContext();
  player.play(1, 0, SECOND);
  player.play(1, 1_000, SECOND);
  context.currentTime = 0.72;
  assert.equal(player.stop(1), 700);
  assert.ok(played.every(({ stopped }) => stopped));
  assert.equal(player.isBusy(), false);
  player.play(1, 600, SECOND);
  context.currentTime = 1;
  assert.deepEqual(player.position(), { reply: 1, ms: 860 });
});
