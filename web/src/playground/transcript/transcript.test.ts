import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cuesOf, srtOf, vttOf } from './captions.ts';
import { linesOf, wordsOf } from './lines.ts';

const word = (text: string, start: number) => ({ word: text, start, end: start + 0.4 });
const transcript = {
  segments: [
    { start: 0, end: 2, text: ' The quick fox jumps.', speaker: 'speaker_1' },
    { start: 2, end: 3, text: ' Really?', speaker: 'speaker_2' },
  ],
  words: [word('The', 0), word('quick', 0.5), word('fox', 1), word('jumps.', 1.5), word('Really?', 2.1)],
};

test('a corrected line keeps the times of the words that stayed', () => {
  const [line] = linesOf(transcript);
  assert.ok(line);
  const words = wordsOf({ ...line, text: 'The quick brown dog jumps.' });
  assert.deepEqual(
    words.map(({ word, start }) => [word, Math.round(start * 100) / 100]),
    [
      ['The', 0],
      ['quick', 0.5],
      ['brown', 1],
      ['dog', 1.25],
      ['jumps.', 1.5],
    ],
  );
  assert.deepEqual(wordsOf({ ...line, text: '' }), []);
});

test('captions name each speaker once and escape what VTT would read as a tag', () => {
  const [first, second] = linesOf(transcript);
  assert.ok(first && second);
  const cues = cuesOf([first, { ...second, text: 'Is 1 < 2?' }], (speaker) =>
    speaker.replace('speaker_', 'Speaker '),
  );
  assert.equal(
    srtOf(cues),
    '1\n00:00:00,000 --> 00:00:01,900\nSpeaker 1: The quick fox jumps.\n\n2\n00:00:02,100 --> 00:00:02,500\nSpeaker 2: Is 1 < 2?\n',
  );
  assert.match(vttOf(cues), /^WEBVTT\n\n00:00:00\.000 --> [\s\S]*Is 1 &lt; 2\?/);
});

test('a long line becomes cues of at most two lines of 42 characters', () => {
  const words = Array.from({ length: 60 }, (_, index) => word('word', index * 0.3));
  const segments = [{ start: 0, end: 18.2, text: words.map((one) => one.word).join(' ') }];
  const cues = cuesOf(linesOf({ segments, words }), String);
  assert.ok(cues.length >= 4);
  for (const { text } of cues)
    assert.ok(text.split('\n').length <= 2 && text.split('\n').every((line) => line.length <= 45), text);
  assert.equal(cues.flatMap(({ text }) => text.split(/\s/)).length, 60);
});
