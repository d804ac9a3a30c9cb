import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { encodeWav, readWav } from '../../../../engines/codec/index.ts';
import type { DubLine } from '../project.ts';
import { clipRange, lineClip, speakerTrack, trackBytes } from './clips.ts';

const RATE = 24_000;
const line = (speaker_id: string, offset: number, length: number, start: number): DubLine => ({
  id: `${offset}`,
  speaker_id,
  speaker_unsure: false,
  start,
  end: start,
  source: null,
  translation: '',
  unknown_words: [],
  spoken: { key: '', offset, length, start, end: start + length / RATE, rate: 1, fit: 'as_spoken' },
});
// Three clips of a tenth of a second with different levels.
const file = encodeWav(
  [1, 2, 3].map((level) => new Float32Array(2_400).fill(level / 10)),
  RATE,
);
const lines = [
  line('a', 0, 2_400, 0.5),
  line('b', 2_400, 2_400, 1),
  line('a', 4_800, 2_400, 1.95),
  line('a', 0, 0, 1),
];
const read = async ({ start, end }: { start: number; end: number }) =>
  Readable.from([file.subarray(start, start + 1_001), file.subarray(start + 1_001, end + 1)]);

test('a clip of the file of spoken lines is a WAV file of its own', async () => {
  assert.deepEqual(clipRange(lines[1] as DubLine), { start: 44 + 4_800, end: 44 + 9_599 });
  const { samples } = readWav(await buffer(lineClip(lines[1] as DubLine, read)));
  assert.equal(samples.length, 2_400);
  assert.ok(samples.every((sample) => Math.abs(sample - 0.2) < 1e-3));
  assert.equal(clipRange(lines[3] as DubLine), null);
  assert.equal(readWav(await buffer(lineClip(lines[3] as DubLine, read))).samples.length, 0);
});

test('the track of a speaker has their clips where they are heard, silence elsewhere, and the length of the result', async () => {
  const made = await buffer(speakerTrack({ lines, speakerId: 'a', seconds: 2 }, read));
  assert.equal(made.length, 44 + trackBytes(2));
  const { samples } = readWav(made);
  const levelAt = (seconds: number) => Math.round(10 * (samples[Math.round(seconds * RATE)] ?? Number.NaN));
  assert.deepEqual([0.49, 0.51, 0.59, 0.61, 1.05, 1.94, 1.96, 1.999].map(levelAt), [0, 1, 1, 0, 0, 0, 3, 3]);
  const nobody = readWav(await buffer(speakerTrack({ lines, speakerId: 'c', seconds: 3 }, read)));
  assert.ok(nobody.samples.length === 3 * RATE && nobody.samples.every((sample) => sample === 0));
});
