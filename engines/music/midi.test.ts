import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from './composition/compose.ts';
import { pieceOf } from './composition/testing.ts';
import { writeMidi } from './midi.ts';

test('a MIDI file has a track for each part, with as many notes begun as ended', () => {
  const score = compose(pieceOf('rock'));
  const file = writeMidi(score);
  assert.equal(file.toString('latin1', 0, 4), 'MThd');
  assert.equal(file.readUInt16BE(10), score.parts.length + 1);
  let at = 14;
  const counts: number[] = [];
  while (at < file.length) {
    assert.equal(file.toString('latin1', at, at + 4), 'MTrk');
    const end = at + 8 + file.readUInt32BE(at + 4);
    counts.push(notesIn(file.subarray(at + 8, end)));
    at = end;
  }
  assert.equal(at, file.length);
  assert.deepEqual(counts, [0, ...score.parts.map(({ notes }) => notes.length)]);
});

/** Reads every event, and checks that all notes end and nothing lies behind the end of the track. */
function notesIn(track: Buffer): number {
  let at = 0;
  let begun = 0;
  let ended = 0;
  for (;;) {
    while ((track[at] ?? 0) & 0x80) at += 1;
    at += 1;
    const status = track[at] ?? 0;
    if (status === 0xff && track[at + 1] === 0x2f) break;
    if (status === 0xff) at += 3 + (track[at + 2] ?? 0);
    else {
      if (status >> 4 === 9) begun += 1;
      if (status >> 4 === 8) ended += 1;
      at += status >> 4 === 0xc ? 2 : 3;
    }
  }
  assert.equal(at + 3, track.length);
  assert.equal(ended, begun);
  return begun;
}
