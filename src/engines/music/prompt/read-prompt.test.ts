import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyName, parseKey } from '../composition/theory.ts';
import { GENRE_NAMES } from '../genres/index.ts';
import { makePlan } from './make-plan.ts';
import { readPrompt } from './read-prompt.ts';
import { VOCABULARY } from './vocabulary.ts';

const planOf = (prompt: string) => makePlan(readPrompt(prompt), prompt);

test('at least 400 words and phrases are known, and each is read as what it means', () => {
  assert.ok(VOCABULARY.size >= 400, `${VOCABULARY.size}`);
  for (const [phrase, meaning] of VOCABULARY) {
    const { meanings, unknown } = readPrompt(phrase);
    assert.deepEqual(meanings, [meaning], phrase);
    assert.deepEqual(unknown, [], phrase);
  }
});

test('every genre is found by its name', () => {
  for (const genre of GENRE_NAMES) assert.equal(planOf(`a ${genre} track`).genre, genre);
});

test('a prompt is read in all its parts', () => {
  const prompt =
    'Dark, building cinematic score with solo cello and choir, 90 bpm in F# minor, no drums, Zorblax';
  const plan = planOf(prompt);
  assert.equal(plan.genre, 'cinematic');
  assert.equal(plan.mood, 'dark');
  assert.deepEqual([plan.bpm, plan.isTempoFixed], [90, true]);
  assert.deepEqual(plan.key, { tonic: 6, mode: 'minor' });
  assert.deepEqual(plan.instruments, ['cello', 'choir']);
  assert.deepEqual(plan.without, ['drums']);
  assert.equal(plan.energy, 'build');
  assert.deepEqual(readPrompt(prompt).unknown, ['zorblax']);
  assert.ok(readPrompt(prompt).understood.includes('no drums'));
});

test('a negation covers a list and ends with it', () => {
  const { excluded, meanings } = readPrompt('no drums, bass or guitar but happy piano');
  assert.deepEqual(
    excluded.map(({ value }) => value),
    ['drums', 'bass', 'nylon guitar'],
  );
  assert.deepEqual(
    meanings.map(({ value }) => value),
    ['happy', 'grand piano'],
  );
});

test('the longer phrase wins', () => {
  assert.equal(planOf('drum and bass').genre, 'drum and bass');
  assert.equal(planOf('jazz guitar').instruments[0], 'jazz guitar');
  assert.equal(planOf('a slow waltz').bpm < planOf('a waltz').bpm, true);
});

test('what is not said follows from the mood, the era or the instruments', () => {
  assert.equal(planOf('something sad').genre, 'piano solo');
  assert.equal(planOf('1980s').genre, 'synthwave');
  assert.equal(planOf('violin and flute').genre, 'orchestral');
  assert.equal(planOf('qwertyuiop').genre, 'corporate');
  assert.equal(planOf('sad').key.mode, 'minor');
});

test('a group that a genre lacks joins it when it is named, and not when it is refused', () => {
  assert.deepEqual(planOf('ambient with drums').instruments, ['standard kit']);
  assert.deepEqual(planOf('ambient without drums').instruments, []);
  assert.deepEqual(planOf('rock with drums and guitars').instruments, []);
});

test('a key without a mode is read where a phrase ends', () => {
  assert.deepEqual(planOf('blues shuffle in E').key, { tonic: 4, mode: 'major' });
  assert.deepEqual(planOf('rock in F#m, fast').key, { tonic: 6, mode: 'minor' });
  assert.equal(readPrompt('a walk in a park').key, null);
});

test('a key is written as musicians write it', () => {
  const names = ['db major', 'bb minor', 'g# minor', 'f# major', 'eb dorian', 'c minor', 'd mixolydian'];
  const written = names.map((name) => keyName(parseKey(name) ?? { tonic: 0, mode: 'major' }));
  assert.deepEqual(written, [
    'Db major',
    'Bb minor',
    'G# minor',
    'F# major',
    'Eb dorian',
    'C minor',
    'D mixolydian',
  ]);
});

test('any text is read without failing', () => {
  for (const prompt of [
    '',
    ' ',
    'no',
    'no no no',
    '💥',
    'a'.repeat(5_000),
    'in z major',
    '999999 bpm',
    '0 bpm',
    'b minor',
  ])
    assert.ok(planOf(prompt).bpm >= 40);
});
