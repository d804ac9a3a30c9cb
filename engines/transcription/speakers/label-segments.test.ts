import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognisedSegment } from '../window.ts';
import { labelSegments } from './label-segments.ts';

/** One word per half second from `start`. */
function sentence(text: string, start: number): RecognisedSegment {
  const words = text.split(' ').map((word, i) => ({ word, start: start + i / 2, end: start + (i + 1) / 2 }));
  return { start, end: words.at(-1)?.end ?? start, text, words };
}
const label = (segments: RecognisedSegment[], turns: [number, number, number][]) =>
  labelSegments(
    segments,
    turns.map(([start, end, speaker]) => ({ start, end, speaker, margin: 0.5 })),
    ' ',
  );

test('speakers are numbered in order of appearance', () => {
  const segments = [sentence('One two.', 0), sentence('Three four.', 2), sentence('Five.', 4)];
  const {
    segments: labelled,
    speakers,
    turns,
  } = label(segments, [
    [0, 1, 5],
    [2, 3, 2],
    [4, 4.5, 5],
  ]);
  assert.deepEqual(
    labelled.map(({ speaker }) => speaker),
    ['speaker_1', 'speaker_2', 'speaker_1'],
  );
  assert.ok(labelled.every(({ words, speaker }) => words.every((word) => word.speaker === speaker)));
  assert.deepEqual(speakers, [
    { speaker: 'speaker_1', seconds: 1.5 },
    { speaker: 'speaker_2', seconds: 1 },
  ]);
  assert.deepEqual(turns[1], { start: 2, end: 3, speaker: 'speaker_2', margin: 0.5 });
});

test('a sentence goes to its main speaker; one with two speakers is split at a word', () => {
  const mostly = label(
    [sentence('a b c d', 0)],
    [
      [0, 1.6, 0],
      [1.6, 2, 1],
    ],
  );
  assert.deepEqual(
    mostly.segments.map(({ text, speaker }) => [text, speaker]),
    [['a b c d', 'speaker_1']],
  );
  const halves = label(
    [sentence('a b c d', 0)],
    [
      [0, 1.1, 0],
      [1.1, 2, 1],
    ],
  );
  assert.deepEqual(
    halves.segments.map(({ text, speaker, start, end }) => [text, speaker, start, end]),
    [
      ['a b', 'speaker_1', 0, 1],
      ['c d', 'speaker_2', 1, 2],
    ],
  );
});

test('speech outside every turn goes to the nearest speaker', () => {
  const { segments } = label(
    [sentence('a', 0), sentence('b', 9)],
    [
      [1, 2, 3],
      [7, 8, 4],
    ],
  );
  assert.deepEqual(
    segments.map(({ speaker }) => speaker),
    ['speaker_1', 'speaker_2'],
  );
  assert.equal(label([sentence('a', 0)], []).segments[0]?.speaker, 'speaker_1');
});
