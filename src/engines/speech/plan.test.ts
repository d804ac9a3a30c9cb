import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SYMBOLS } from './kokoro/vocabulary.ts';
import { planSegments } from './plan.ts';
import type { Sentence } from './text/sentences.ts';

function sentence(closings: string[], endsParagraph = false): Sentence {
  return {
    clauses: closings.map((closing) => ({ opening: '', words: [], closing })),
    endsParagraph,
    start: 0,
    end: 1,
  };
}

test('a sentence of usual length is one segment with its marks', () => {
  assert.deepEqual(planSegments(sentence([',', '.']), ['həlˈO', 'wˈɜɹld'], false), [
    { phonemes: 'həlˈO, wˈɜɹld.', restAfter: 'sentence' },
  ]);
});

test('the last sentence is followed by no rest, the last of a paragraph by a long one', () => {
  assert.equal(planSegments(sentence(['.']), ['a'], true)[0]?.restAfter, 'none');
  assert.equal(planSegments(sentence(['.'], true), ['a'], false)[0]?.restAfter, 'paragraph');
});

test('a long sentence is cut at its marks, with a short rest', () => {
  const long = 'ba '.repeat(60).trim();
  const segments = planSegments(sentence([',', ',', '.']), [long, long, long], false);
  assert.deepEqual(
    segments.map(({ phonemes, restAfter }) => [phonemes.at(-1), restAfter]),
    [
      [',', 'clause'],
      [',', 'clause'],
      ['.', 'sentence'],
    ],
  );
});

test('without marks it is cut between words, and no segment is too long for the model', () => {
  for (const phonemes of ['bababa '.repeat(400).trim(), 'a'.repeat(2_000)]) {
    const segments = planSegments(sentence(['.']), [phonemes], false);
    assert.ok(segments.every((segment) => [...segment.phonemes].length <= MAX_SYMBOLS));
    const letters = (text: string): number => text.replaceAll(/[ .]/gu, '').length;
    assert.equal(
      segments.reduce((sum, segment) => sum + letters(segment.phonemes), 0),
      letters(phonemes),
    );
  }
});

test('clauses without a sound are left out', () => {
  assert.deepEqual(planSegments(sentence([',', '.']), ['', ''], false), []);
});
