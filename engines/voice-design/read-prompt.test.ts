import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPrompt } from './read-prompt.ts';

const moved = (prompt: string) => readPrompt(prompt).move;

test('every form of a word moves the voice in its direction', () => {
  for (const prompt of ['deep', 'a deeper voice', 'the deepest one', 'speaks deeply', 'low'])
    assert.ok((moved(prompt).pitch ?? 0) < 0, prompt);
  for (const prompt of ['faster', 'fast', 'quicker', 'a hurried voice'])
    assert.ok((moved(prompt).pace ?? 0) > 0);
  for (const prompt of ['brighter', 'crisp', 'clearest'])
    assert.ok((moved(prompt).brightness ?? 0) > 0, prompt);
  const older = moved('older');
  assert.ok((older.brightness ?? 0) < 0 && (older.pace ?? 0) < 0 && (older.pitch ?? 0) < 0);
});

test('modifiers make a word stronger, weaker, slight or opposite', () => {
  const pitch = (prompt: string): number => -(moved(prompt).pitch ?? 0);
  const ladder = ['not a deep voice', 'not too deep', 'slightly deeper', 'deeper', 'much deeper'].map(pitch);
  assert.deepEqual(
    ladder,
    ladder.toSorted((a, b) => a - b),
  );
  assert.ok((ladder[0] ?? 0) < 0 && (ladder[1] ?? 0) > 0);
  assert.ok(pitch('very, very deep') > pitch('very deep') - 1e-9);
});

test('a modifier applies to the word that follows it, not to the next one', () => {
  const { pitch = 0, brightness = 0 } = moved('slightly deep and very bright');
  assert.ok(Math.abs(pitch) < 0.6 && brightness > 1.5);
  const { warmth = 0, breath = 0 } = moved('warm but not breathy');
  assert.ok(warmth > 0 && breath < 0);
});

test('sex, age and accent are recognised, unless negated', () => {
  const { gender, age, language } = readPrompt('An elderly British gentleman with a warm voice');
  assert.deepEqual([gender, age, language], ['male', 'mature', 'en-GB']);
  assert.equal(readPrompt('A young woman from London').language, 'en-GB');
  assert.equal(readPrompt('not British').language, undefined);
  assert.equal(readPrompt('Mandarin newsreader').language, 'zh');
});

test('phrases are read as a whole', () => {
  assert.deepEqual(readPrompt('a high-energy voice, high quality recording').move, { energy: 1 });
  assert.equal(readPrompt('a 20 year old woman').age, 'young');
  assert.equal(readPrompt('a man in his 60s').age, 'mature');
  assert.equal(readPrompt('a middle-aged man').age, 'adult');
  assert.equal(readPrompt('gender-neutral, with a neutral tone').gender, 'neutral');
  assert.equal(readPrompt('a woman with a neutral tone').gender, 'female');
});

test('any text is accepted, and unknown words have no effect', () => {
  const nothing = { move: {}, understood: [] };
  assert.deepEqual(readPrompt('Zorblatt the quixotic'), { ...nothing, ignored: ['Zorblatt', 'quixotic'] });
  assert.deepEqual(readPrompt('🎉 声音 ومرحبا'), { ...nothing, ignored: ['声音', 'ومرحبا'] });
  fc.assert(
    fc.property(fc.string({ maxLength: 2_000, unit: 'grapheme' }), (prompt) =>
      Object.values(readPrompt(prompt).move).every(Number.isFinite),
    ),
  );
});

test('the reading tells which words had an effect and which had none, as they were written', () => {
  const { understood, ignored } = readPrompt('A very Warm, velvety voice of a Zorblatt, not too deep');
  assert.deepEqual(understood, ['very', 'Warm', 'velvety', 'not', 'too', 'deep']);
  assert.deepEqual(ignored, ['Zorblatt']);
  assert.deepEqual(readPrompt('A High-Energy man in his 60s').understood, [
    'High-Energy',
    'man',
    'his',
    '60s',
  ]);
  assert.deepEqual(readPrompt('high quality, slightly purple').ignored, [
    'high quality',
    'slightly',
    'purple',
  ]);
});

test('a word that another one overrules has no effect', () => {
  const { understood, ignored, gender } = readPrompt('a man, not a woman, British or French');
  assert.equal(gender, 'male');
  assert.deepEqual(understood, ['man', 'British']);
  assert.deepEqual(ignored, ['not', 'woman', 'French']);
});
