import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../composition/compose.ts';
import { GENRE_NAMES } from '../genres/index.ts';
import { instrumentOf } from '../instruments.ts';
import { keyName, parseKey } from '../theory.ts';
import { makePlan } from './make-plan.ts';
import { readPrompt } from './read-prompt.ts';
import { VOCABULARY } from './vocabulary.ts';

const planOf = (prompt: string) => makePlan(readPrompt(prompt), prompt);

test('at least 400 words and phrases are known, and each is read as what it means', () => {
  assert.ok(VOCABULARY.size >= 400, `${VOCABULARY.size}`);
  for (const [phrase, meaning] of VOCABULARY) {
    const { meanings, unknown } = readPrompt(phrase);
    // Nobody can sing here, so that "vocals" has a meaning only after "no".
    const isSinging = meaning.kind === 'exclusion' && meaning.value === 'voices';
    assert.deepEqual(meanings, isSinging ? [] : [meaning], phrase);
    assert.deepEqual(unknown, isSinging ? [phrase] : [], phrase);
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

test('negations leave out what they deny and nothing else', () => {
  for (const [prompt, without, instruments] of [
    ['lo-fi, no drums, soft piano', ['drums'], ['grand piano']],
    ['funk without piano', ['piano'], []],
    ['drumless jazz', ['drums'], []],
    ['bassless rock, drum-free', ['bass', 'drums'], []],
    ['pop, no vocals', ['voices'], []],
    ['cinematic without any of the drums and choir', ['drums', 'voices'], []],
    ['no heavy drums but a cello', ['drums'], ['cello']],
    ['no drums and a gentle flute', ['drums'], ['flute']],
    ['without drums, bass, or guitar, happy flute', ['drums', 'bass', 'guitar'], ['flute']],
    ['not sad, warm violin', [], ['violin']],
    ['not sad violin', [], ['violin']],
  ] as const) {
    const plan = planOf(prompt);
    assert.deepEqual([plan.without, plan.instruments], [without, instruments], prompt);
    assert.deepEqual(readPrompt(prompt).unknown, [], prompt);
  }
  assert.equal(planOf('not sad piano').mood, 'neutral');
  assert.equal(planOf('jazz, not too fast').bpm, planOf('jazz').bpm);
  assert.deepEqual(readPrompt('pop with vocals and a theremin').unknown, ['vocals', 'theremin']);
});

test('a group joins a genre that has nobody of it, and a guess avoids what is denied', () => {
  assert.deepEqual(planOf('ambient with drums').instruments, ['standard kit']);
  assert.deepEqual(planOf('rock with drums').instruments, []);
  assert.notEqual(planOf('something sad without piano').genre, 'piano solo');
  const { parts } = compose({
    plan: planOf('piano solo without piano'),
    seconds: 8,
    seed: 1,
    isLoop: false,
  });
  assert.ok(parts.every(({ part }) => instrumentOf(part.instrument).family !== 'piano'));
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
