import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LanguageCode } from '../languages.ts';
import { readingsFor } from '../text/readings.ts';
import { splitSentences } from '../text/sentences.ts';
import { tokenize } from '../text/tokenize.ts';
import { EXAMPLES } from './testing/examples.ts';

function spoken(text: string, language: LanguageCode): string {
  return tokenize(text, readingsFor(language))
    .map((token) => token.spoken)
    .filter((words) => words.trim() !== '')
    .join(' ');
}

for (const [language, { cases, sentences }] of EXAMPLES)
  describe(`in ${language}`, () => {
    test('the table has cases of every kind', () => assert.ok(cases.length >= 60));

    for (const [text, expected] of cases)
      test(`reads ${JSON.stringify(text)} as a native speaker would`, () =>
        assert.equal(spoken(text, language), expected));

    test('finds the sentences among abbreviations and ranks', () => {
      const text = sentences.join(' ');
      const found = splitSentences(tokenize(text, readingsFor(language)));
      assert.deepEqual(
        found.map(({ start, end }) => text.slice(start, end)),
        sentences,
      );
    });

    test('leaves no figure to the language process and says each word once', () => {
      for (const [text] of cases) assert.doesNotMatch(spoken(text, language), /\d| {2}|undefined/u);
    });

    test('points every word at what was written', () => {
      for (const [text] of cases) {
        const tokens = tokenize(text, readingsFor(language));
        for (const [i, token] of tokens.entries()) {
          assert.ok(token.start >= (tokens[i - 1]?.end ?? 0) && token.end <= text.length, text);
          if (token.kind === 'word') assert.notEqual(text.slice(token.start, token.end).trim(), '');
        }
      }
    });
  });
