import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedPackets } from './cut-picture.ts';
import type { PictureTrack } from './read-tracks.ts';

/** Frames are in the order of decoding at ten pictures a second. A `!` follows each key frame. */
function trackOf(frames: string, codec = 'h264'): PictureTrack {
  const packets = frames
    .split(' ')
    .map((frame) => ({ time: Number.parseInt(frame, 10) / 10, key: frame.endsWith('!') }));
  return { codec, width: 160, height: 120, start: 0, end: packets.length / 10, fps: 10, packets };
}

test('a part is copied only where its packets show it and nothing else', () => {
  const closed = trackOf('0! 3 1 2 4! 7 5 6 8! 9');
  const cut = (from: number, to: number, track = closed) => copiedPackets({ track, from, to });
  assert.deepEqual(cut(0, 1), { first: 0, count: 10 });
  assert.deepEqual(cut(0.4, 0.8), { first: 0.4, count: 4 });
  assert.deepEqual(cut(0.4, 9), { first: 0.4, count: 6 });
  assert.equal(cut(0.5, 0.8), null, 'it does not start with a key frame');
  assert.equal(cut(0.43, 0.8), null, 'the key frame is too far away');
  assert.equal(cut(0.4, 0.7), null, 'the last picture is needed to decode others');
  const open = trackOf('0! 1 4! 2 3 5');
  assert.equal(cut(0.4, 0.6, open), null, 'pictures of before come after the key frame');
  assert.deepEqual(cut(0.4, 0.6, trackOf('0! 1 2 3 4! 5', 'vp8')), null);
  assert.equal(cut(5, 6), null);
});
