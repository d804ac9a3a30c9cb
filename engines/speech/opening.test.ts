import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitOpening } from './opening.ts';
import type { Piece } from './sounds.ts';
import { phonemesOf, soundsOf } from './sounds.ts';
import type { Token } from './text/token.ts';

/** Every letter is a sound, `|` is a space inside a word, and a comma ends a clause. */
function opening(text: string): string[] {
  const { head, rest } = splitOpening(text.split(/(?<=,) /u).map(piece));
  return [...head, ...rest].map(({ sounds }) => phonemesOf(sounds));
}

function piece(clause: string): Piece {
  const bare = clause.replace(/[,.]$/u, '');
  const found = [...bare.matchAll(/\S+/gu)];
  const words = found.map((match): Token => {
    const spoken = match[0].replaceAll('|', ' ');
    return { kind: 'word', spoken, start: match.index, end: match.index + spoken.length };
  });
  const spoken = { phonemes: bare.replaceAll('|', ' '), starts: found.map(({ index }) => index) };
  return { sounds: soundsOf({ opening: '', words, closing: clause.slice(bare.length) }, spoken), rate: 1 };
}

const CASES: readonly (readonly [text: string, expected: string[]])[] = [
  ['We left early, and so did they.', ['We left early,', 'and so did they.']],
  [
    'After a while, nobody could remember what it was about.',
    ['After a while,', 'nobody could remember what it was about.'],
  ],
  // A single short word is too short.
  ['Well, after a while nobody could remember.', ['Well, after a while nobody', 'could remember.']],
  // A long clause is cut where a phrase begins, never after an article.
  [
    'The committee has decided to postpone the annual meeting.',
    ['The committee has decided', 'to postpone the annual meeting.'],
  ],
  [
    'Nobody wanted to leave the old house on the hill behind.',
    ['Nobody wanted to leave', 'the old house on the hill behind.'],
  ],
];

for (const [text, expected] of CASES) {
  test(`begins ${JSON.stringify(text)} where a speaker could stop`, () =>
    assert.deepEqual(opening(text), expected));
}

test('cuts neither names nor numbers', () => {
  assert.deepEqual(
    opening('Yesterday evening New York Mayor Ada Lovelace spoke at length.')[0],
    'Yesterday evening',
  );
  assert.doesNotMatch(
    opening('They collected three|thousand|four|hundred|dollars for the school.')[0] ?? '',
    /three$|thousand$|four$/u,
  );
});

test('a clause that is barely too long is not cut at a bad place', () => {
  assert.equal(opening('It costs three|dollars|and|fifty|cents today.').length, 1);
});

test('a word longer than the opening is not cut', () => {
  assert.equal(opening(`${'a'.repeat(80)}.`).length, 1);
});
