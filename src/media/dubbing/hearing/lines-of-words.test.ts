import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeAtTurns } from './change-at-turns.ts';
import { linesOfWords, textOf } from './lines-of-words.ts';

/** `Hello 0.5 there. 0.3 …`: words and their lengths; a bare `+0.6` is a pause, `@b` changes the speaker. */
function say(script: string) {
  let at = 0;
  let speaker = 'speaker_1';
  return script.split(' ').flatMap((part) => {
    if (part.startsWith('+')) at += Number(part.slice(1));
    else if (part.startsWith('@')) speaker = `speaker_${part.slice(1)}`;
    else {
      at += 0.4;
      return [{ word: part, start: at - 0.4, end: at, speaker }];
    }
    return [];
  });
}
const texts = (script: string) => linesOfWords(say(script), 'en').map(({ text }) => text);

test('a line ends with its sentence, a long pause or its speaker', () => {
  assert.deepEqual(texts('The train leaves at seven tomorrow. I left my keys on the table.'), [
    'The train leaves at seven tomorrow.',
    'I left my keys on the table.',
  ]);
  assert.deepEqual(texts('I left my keys +0.9 on the kitchen table.'), [
    'I left my keys',
    'on the kitchen table.',
  ]);
  assert.deepEqual(texts('Where is it @2 there it is.'), ['Where is it', 'there it is.']);
});

test('a short line goes with its neighbour of the same speaker, across a short pause only', () => {
  assert.deepEqual(texts('Yes. +0.3 The train leaves at seven.'), ['Yes. The train leaves at seven.']);
  assert.deepEqual(texts('Yes. +0.6 The train leaves at seven.'), ['Yes.', 'The train leaves at seven.']);
  assert.deepEqual(texts('Yes. @2 The train leaves at seven.'), ['Yes.', 'The train leaves at seven.']);
  assert.deepEqual(texts('No. No. No. No. No.'), ['No. No. No. No. No.']);
});

test('a long sentence is cut at a comma or a pause, and no word is lost', () => {
  const words = Array.from({ length: 60 }, (_, i) => (i === 28 ? `w${i},` : `w${i}`));
  const lines = linesOfWords(say(words.join(' ')), 'en');
  assert.equal(lines.map(({ text }) => text).join(' '), words.join(' '));
  assert.ok(lines.every(({ start, end }) => end - start <= 10));
  assert.ok(lines.some(({ text }) => text.endsWith('w28,')));
});

test('one word of any length is one line; nothing is none', () => {
  assert.deepEqual(linesOfWords([{ word: 'Aaah', start: 1, end: 14 }], 'en'), [
    { start: 1, end: 14, text: 'Aaah', speaker: undefined },
  ]);
  assert.deepEqual(linesOfWords([], 'en'), []);
});

test('words without spaces are joined without, foreign ones among them with', () => {
  const words = ['我', '用', 'Vox', 'Humana', '。'].map((word, i) => ({ word, start: i, end: i + 1 }));
  assert.equal(textOf(words, 'zh'), '我用Vox Humana。');
});

test('thousands of words without a mark are lines too', () => {
  const words = Array.from({ length: 9_000 }, (_, i) => ({ word: `w${i}`, start: i / 5, end: (i + 1) / 5 }));
  const lines = linesOfWords(words, 'en');
  assert.ok(lines.length >= 180 && lines.every(({ start, end }) => end - start <= 10));
});

test('a line ends with the voice of its speaker, and the next begins with that of the other', () => {
  const line = (start: number, end: number, speaker: string) => ({ start, end, speaker, text: 'x' });
  const turn = (start: number, end: number, speaker: string) => ({ start, end, speaker, margin: 1 });
  const lines = [line(0.3, 3.1, 'a'), line(3.2, 5, 'b'), line(8, 9, 'a')];
  const turns = [turn(0.3, 2.4, 'a'), turn(3, 5, 'b'), turn(5.2, 9, 'a')];
  assert.deepEqual(changeAtTurns(lines, turns), [line(0.3, 2.4, 'a'), line(3, 5, 'b'), line(8, 9, 'a')]);
  assert.deepEqual(changeAtTurns(lines, []), lines);
});
