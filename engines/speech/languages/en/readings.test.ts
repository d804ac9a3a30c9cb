import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingsFor } from '../../text/readings.ts';
import { tokenize } from '../../text/tokenize.ts';
import { BRITISH_CASES, NARRATION_CASES, NORMALISATION_CASES, REPORTED_CASES } from './testing/cases.ts';

function spoken(text: string, language: 'en-US' | 'en-GB'): string {
  return tokenize(text, readingsFor(language))
    .map((token) => (token.kind === 'break' ? '|' : token.spoken))
    .join(' ');
}

for (const [text, expected] of [...NORMALISATION_CASES, ...REPORTED_CASES, ...NARRATION_CASES])
  test(`reads ${JSON.stringify(text)} as an American would`, () =>
    assert.equal(spoken(text, 'en-US'), expected));

for (const [text, expected] of BRITISH_CASES)
  test(`reads ${JSON.stringify(text)} as a Briton would`, () =>
    assert.equal(spoken(text, 'en-GB'), expected));
