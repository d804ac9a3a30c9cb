import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SYMBOLS } from './kokoro/vocabulary.ts';
import { planSegments } from './plan.ts';
import { phonemesOf, type Segment } from './sounds.ts';
import type { Clause, Sentence } from './text/sentences.ts';
import type { Token } from './text/token.ts';

type Written = Partial<Clause> & { rates?: number[] };

/** Each clause has one word per group of phonemes. */
function plan(phonemes: string[], clauses: Written[], place = {}, change: Partial<Sentence> = {}): Segment[] {
  const starts = phonemes.map((text) =>
    [...text].flatMap((_, i, all) => (i === 0 || all[i - 1] === ' ' ? [i] : [])),
  );
  const words = (i: number, rates: number[] = []): Token[] =>
    (starts[i] ?? []).map((start, n) => ({
      kind: 'word',
      spoken: 'xx',
      start,
      end: start + 2,
      ...(rates[n] !== undefined && { rate: rates[n] }),
    }));
  const sentence: Sentence = {
    clauses: clauses.map(({ rates, ...clause }, i) => ({
      opening: '',
      closing: '',
      ...clause,
      words: words(i, rates),
    })),
    endsParagraph: false,
    start: 0,
    end: 1,
    ...change,
  };
  const spoken = phonemes.map((text, i) => ({ phonemes: text, starts: starts[i] ?? [] }));
  return planSegments(sentence, spoken, { opens: false, isLast: false, ...place });
}

const phonemesIn = (segments: Segment[]) =>
  segments.map(({ sounds, restAfter }) => [phonemesOf(sounds), restAfter]);
const COMMA = { closing: ',' };
const STOP = { closing: '.' };

test('a sentence of usual length is one segment with its punctuation', () => {
  assert.deepEqual(phonemesIn(plan(['həlˈO', 'wˈɜɹld'], [COMMA, STOP])), [['həlˈO, wˈɜɹld.', 'sentence']]);
});

test('every symbol refers to its word; punctuation and spaces between words have none', () => {
  const [segment] = plan(['ba da', 'ga'], [COMMA, STOP]);
  assert.deepEqual(
    segment?.sounds.map(({ word }) => word?.start ?? -1),
    [0, 0, -1, 3, 3, -1, -1, 0, 0, -1],
  );
});

test('the last sentence is followed by no rest, the last of a paragraph by a long one', () => {
  assert.equal(plan(['a'], [STOP], { isLast: true })[0]?.restAfter, 'none');
  assert.equal(plan(['a'], [STOP], {}, { endsParagraph: true })[0]?.restAfter, 'paragraph');
});

test('a long sentence is cut at its punctuation, with a short rest', () => {
  const long = 'ba '.repeat(60).trim();
  const segments = plan([long, long, long], [COMMA, COMMA, STOP]);
  assert.deepEqual(
    phonemesIn(segments).map(([phonemes, restAfter]) => [phonemes?.at(-1), restAfter]),
    [
      [',', 'clause'],
      [',', 'clause'],
      ['.', 'sentence'],
    ],
  );
});

test('a sentence without punctuation is cut between words, and no segment is too long for the model', () => {
  for (const phonemes of ['bababa '.repeat(400).trim(), 'a'.repeat(2_000)]) {
    const segments = plan([phonemes], [STOP]);
    assert.ok(segments.every(({ sounds }) => sounds.length <= MAX_SYMBOLS));
    const letters = (text: string): number => text.replaceAll(/[ .]/gu, '').length;
    assert.equal(
      segments.reduce((sum, { sounds }) => sum + letters(phonemesOf(sounds)), 0),
      letters(phonemes),
    );
  }
});

test('clauses without a sound are left out', () => {
  assert.deepEqual(plan(['', ''], [COMMA, STOP]), []);
});

test('a requested pause cuts the sentence and replaces the rest after it', () => {
  const segments = plan(['ba', 'da'], [{ pauseMs: 800 }, { ...STOP, pauseMs: 0 }], {}, { leadMs: 50 });
  assert.deepEqual(
    segments.map(({ sounds, leadMs, pauseMs }) => [phonemesOf(sounds), leadMs, pauseMs]),
    [
      ['ba', 50, 800],
      ['da.', undefined, 0],
    ],
  );
});

test('words at another rate get their own segment', () => {
  const segments = plan(['ba da ga ka'], [{ ...STOP, rates: [1, 0.5, 0.5] }]);
  assert.deepEqual(
    segments.map(({ sounds, rate }) => [phonemesOf(sounds), rate]),
    [
      ['ba', 1],
      ['da ga', 0.5],
      ['ka.', 1],
    ],
  );
});
