import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageCode } from '../languages.ts';
import { readingsFor } from './readings.ts';
import { splitSentences } from './sentences.ts';
import { tokenize } from './tokenize.ts';

function sentences(text: string, language: LanguageCode = 'en-US'): string[] {
  return splitSentences(tokenize(text, readingsFor(language))).map(({ start, end }) =>
    text.slice(start, end),
  );
}

const CASES: readonly (readonly [text: string, language: LanguageCode, expected: string[]])[] = [
  ['One. Two! Three?', 'en-US', ['One.', 'Two!', 'Three?']],
  ['Dr. Smith paid $3.50. He left.', 'en-US', ['Dr. Smith paid $3.50.', 'He left.']],
  ['She said “go.” Then left.', 'en-US', ['She said “go.”', 'Then left.']],
  ['Wait... what?!', 'en-US', ['Wait...', 'what?!']],
  ['First line\nsecond line.', 'en-US', ['First line\nsecond line.']],
  ['A title\n\nThe text.', 'en-US', ['A title', 'The text.']],
  ['今天很好。我们走吧！真的？', 'zh', ['今天很好。', '我们走吧！', '真的？']],
  ['「行こう。」と言った。', 'ja', ['「行こう。」', 'と言った。']],
  ['नमस्ते। आप कैसे हैं?', 'hi', ['नमस्ते।', 'आप कैसे हैं?']],
  ['¿Qué tal? ¡Bien!', 'es', ['Qué tal?', 'Bien!']],
  ['Il coûte 1 200,50 €. Oui.', 'fr', ['Il coûte 1 200,50 €.', 'Oui.']],
  ['… !!! 🎉', 'en-US', []],
  ['', 'en-US', []],
];

for (const [text, language, expected] of CASES) {
  test(`finds the sentences of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(
      sentences(text, language).map((sentence) => sentence.replace(/^[「“]/u, '')),
      expected.map((sentence) => sentence.replace(/^[「“]/u, '')),
    );
  });
}

test('marks the sentences that end a paragraph', () => {
  const found = splitSentences(tokenize('One. Two.\n\nThree.', readingsFor('en-US')));
  assert.deepEqual(
    found.map(({ endsParagraph }) => endsParagraph),
    [false, true, true],
  );
});

test('assigns punctuation to its clause', () => {
  const [sentence] = splitSentences(tokenize('“Well,” he said (softly), “go!”', readingsFor('en-US')));
  assert.deepEqual(
    sentence?.clauses.map(({ opening, words, closing }) => [
      opening,
      words.map(({ spoken }) => spoken).join(' '),
      closing,
    ]),
    [
      ['“', 'Well', ',”'],
      ['', 'he said', ''],
      ['(', 'softly', '),'],
      ['“', 'go', '!”'],
    ],
  );
});

test('every token points at the original text, even if it has decomposed letters', () => {
  const text = 'Cafe\u0301 costs $3.50, e.g. today';
  const words = tokenize(text, readingsFor('en-US')).filter(({ kind }) => kind === 'word');
  assert.deepEqual(
    words.map(({ spoken, start, end }) => [spoken, text.slice(start, end)]),
    [
      ['Café', 'Cafe\u0301'],
      ['costs', 'costs'],
      ['three dollars and fifty cents', '$3.50'],
      ['for example', 'e.g.'],
      ['today', 'today'],
    ],
  );
});

test('lone surrogates and control characters are ignored', () => {
  assert.deepEqual(sentences('a\ud800b \u0000c.').length, 1);
});
