import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steadyWorstTurn } from '../../platform/testing/worst-turn.ts';
import {
  type CaptionWord,
  type Cue,
  captionsUntil,
  captionsFor as captionsWithin,
  toSrt,
  toVtt,
} from './captions.ts';

/** The speech is followed by enough silence for every caption. */
const captionsFor = (text: string, words: readonly CaptionWord[]): Cue[] =>
  captionsWithin(text, words, Number.POSITIVE_INFINITY);

/** The words of `text`, each `seconds` long with a short pause at its end. */
function timed(text: string, seconds = 0.3): CaptionWord[] {
  return [...text.matchAll(/[\p{L}\p{N}$.']*[\p{L}\p{N}]/gu)].map((match, i) => ({
    start: i * seconds,
    end: (i + 0.9) * seconds,
    startChar: match.index,
    endChar: match.index + match[0].length,
  }));
}
const LONG =
  `The quick brown fox jumps over the lazy dog, and nobody in the village had ever seen it do so before.
  “Well,” said the miller (who was old), “it costs $3.50 to see such a thing in town.” They all laughed. `.repeat(
    6,
  );

test('no line has more than 42 characters, no cue has more than two lines or lasts longer than seven seconds', () => {
  for (const seconds of [0.1, 0.3, 0.9, 2]) {
    for (const { start, end, lines } of captionsFor(LONG, timed(LONG, seconds))) {
      assert.ok(
        lines.length >= 1 && lines.length <= 2 && lines.every((line) => line.length <= 42),
        `${lines}`,
      );
      assert.ok(end > start && end - start <= 7.001, `${end - start} s`);
    }
  }
});

test('cues do not overlap and show every word once', () => {
  const cues = captionsFor(LONG, timed(LONG));
  assert.ok(cues.every(({ start }, i) => i === 0 || start >= (cues[i - 1]?.end ?? 0)));
  const shown = cues.flatMap(({ lines }) => lines).join(' ');
  assert.equal(shown, LONG.replaceAll(/\s+/gu, ' ').trim());
});

test('short cues stay for a second where there is room', () => {
  const [first, second] = captionsFor('Stop! Go.', [
    { start: 0, end: 0.3, startChar: 0, endChar: 4 },
    { start: 5, end: 5.2, startChar: 6, endChar: 8 },
  ]);
  assert.deepEqual([first?.start, first?.end, first?.lines], [0, 1, ['Stop!']]);
  assert.ok((second?.end ?? 0) >= 6);
});

test('cues end at the ends of sentences and clauses', () => {
  const text =
    'When the rain had stopped at last, we went out into the garden. Nobody else was there at all, it seemed.';
  assert.deepEqual(
    captionsFor(text, timed(text)).map(({ lines }) => lines),
    [
      ['When the rain had stopped at last,', 'we went out into the garden.'],
      ['Nobody else was there at all, it seemed.'],
    ],
  );
});

test('pause marks, tags and inline phonemes are not shown', () => {
  const inline = 'Say [pause:0.5s] [tomato](/təˈmɑːtoʊ/) [lang:fr]please[/lang].';
  const at = (text: string, word: string, i: number) => ({
    start: i,
    end: i + 0.5,
    startChar: text.indexOf(word),
    endChar: text.indexOf(word) + word.length,
  });
  const words = (text: string, ...list: string[]) => list.map((word, i) => at(text, word, i));
  assert.equal(
    captionsFor(inline, words(inline, 'Say', 'tomato', 'please'))[0]?.lines[0],
    'Say tomato please.',
  );
  const ssml = '<speak>Fish &amp; <prosody rate="slow">chips</prosody>.</speak>';
  assert.equal(captionsFor(ssml, words(ssml, 'Fish', '&amp;', 'chips'))[0]?.lines[0], 'Fish & chips.');
});

test('languages without spaces are shown without spaces, and lines are measured by width', () => {
  const text = '今天天气很好，我们去公园散步吧。明天可能会下雨。';
  const words = [...text.matchAll(/[\p{L}]{2}/gu)].map((match, i) => ({
    start: i * 0.4,
    end: i * 0.4 + 0.4,
    startChar: match.index,
    endChar: match.index + 2,
  }));
  const cues = captionsFor(text, words);
  assert.equal(cues.flatMap(({ lines }) => lines).join(''), text);
  assert.ok(cues.flatMap(({ lines }) => lines).every((line) => [...line].length <= 21));
});

test('a word longer than a line is cut to fit', () => {
  const text = `x${'y'.repeat(60)}`;
  assert.deepEqual(
    captionsFor(text, timed(text))[0]?.lines.map(({ length }) => length),
    [42, 19],
  );
});

test('captions of the longest text take a short turn', async () => {
  for (const piece of ['天', 'a ', 'a. ', '<', '<a ', '](/', '[pause:', 'x']) {
    const text = piece.repeat(5_000).slice(0, 5_000);
    const words = [...text.matchAll(/\p{L}(?:[a-z]*)/gu)].map(({ index, 0: { length } }, i) => ({
      start: i / 10,
      end: (i + 1) / 10,
      startChar: index,
      endChar: index + length,
    }));
    const unspoken = [{ start: 0, end: 1, startChar: text.length, endChar: text.length }];
    const work = async () => captionsFor(text, words.length > 0 ? words : unspoken);
    const worstMs = await steadyWorstTurn(work, { runs: 3, enoughMs: 50 });
    assert.ok(worstMs <= 50, `${piece}: ${worstMs} ms`);
  }
});

test('a video that ends early cuts its last caption short and drops the later ones', () => {
  const cues = ['One.', 'Two.', 'Three.'].map((line, i) => ({
    start: 2 * i,
    end: 2 * i + 1.9,
    lines: [line],
  }));
  assert.deepEqual(
    captionsUntil(3.2, cues).map(({ start, end }) => [start, end]),
    [
      [0, 1.9],
      [2, 3.2],
    ],
  );
  assert.equal(captionsUntil(4, cues).length, 2);
  assert.deepEqual(captionsUntil(60, cues), cues);
});

test('captions linger after their words, but never after the sound, not by a millisecond', () => {
  const words = [{ start: 0, end: 0.5, startChar: 0, endChar: 3 }];
  for (const seconds of [0.5, 0.5004, 0.5006, 0.7, 2]) {
    const [cue] = captionsWithin('Hi.', words, seconds);
    assert.ok(cue && cue.end <= seconds, `${cue?.end} of ${seconds}`);
    const written = /--> 00:00:(\S+)/u.exec(toVtt([cue]))?.[1];
    assert.ok(Number(written) <= seconds, `${written} of ${seconds}`);
  }
});

test('SRT and VTT are written as players read them', () => {
  const cues = [
    { start: 0, end: 1.5, lines: ['a < b', '& c'] },
    { start: 3_725.0426, end: 3_726, lines: ['d'] },
  ];
  assert.equal(
    toSrt(cues),
    '1\n00:00:00,000 --> 00:00:01,500\na < b\n& c\n\n2\n01:02:05,043 --> 01:02:06,000\nd\n',
  );
  assert.equal(
    toVtt(cues),
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\na &lt; b\n&amp; c\n\n01:02:05.043 --> 01:02:06.000\nd\n',
  );
  assert.equal(toSrt(captionsFor('', [])), '');
});
