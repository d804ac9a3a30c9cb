import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DubLine, DubScript, DubVoice } from '../project.ts';
import { changedCharacters, charactersOf, speechKey } from './speech-key.ts';

const voice: DubVoice = { kind: 'nearest', voice_id: 'ef_dora' };
const line = (translation: string | null, change: Partial<DubLine> = {}): DubLine => ({
  id: 'l1',
  speaker_id: 's1',
  speaker_unsure: false,
  start: 0,
  end: 1,
  source: null,
  translation,
  unknown_words: [],
  spoken: null,
  ...change,
});
const spokenAs = (key: string): DubLine['spoken'] => ({
  key,
  offset: 0,
  length: 1,
  start: 0,
  end: 1,
  rate: 1,
  fit: 'as_spoken',
});
const scriptOf = (lines: DubLine[], speaks: DubVoice | null = voice): DubScript => ({
  source_language: 'en',
  speakers: [{ id: 's1', name: 'A', seconds: 1, print: null, voice: speaks }],
  lines,
});

describe('the key of a spoken line', () => {
  test('changes with the words, the voice and the language, and with nothing else', () => {
    const key = speechKey(line('Hola.'), voice, 'es');
    assert.match(key, /^[0-9a-f]{32}$/u);
    assert.equal(speechKey(line('Hola.', { start: 5, end: 9, id: 'l2' }), voice, 'es'), key);
    assert.equal(speechKey(line('Hola.'), { kind: 'chosen', voice_id: 'ef_dora' }, 'es'), key);
    const others = [
      speechKey(line('Hola'), voice, 'es'),
      speechKey(line('Hola.'), voice, 'fr'),
      speechKey(line('Hola.'), { ...voice, voice_id: 'em_alex' }, 'es'),
      speechKey(line('Hola.'), { kind: 'matched', speaker: { a: 1, b: [1, 2] }, score: 0.7 }, 'es'),
      speechKey(line('Hola.'), { kind: 'matched', speaker: { a: 1, b: [2, 1] }, score: 0.7 }, 'es'),
    ];
    assert.equal(new Set([key, ...others]).size, 6);
  });

  test('does not depend on the order of keys, which a database may change', () => {
    const one = { kind: 'matched', speaker: { a: 1, b: { c: 2, d: 3 } }, score: 0.7 } as const;
    const other = { kind: 'matched', speaker: { b: { d: 3, c: 2 }, a: 1 }, score: 0.7 } as const;
    assert.equal(speechKey(line('Hola.'), one, 'es'), speechKey(line('Hola.'), other, 'es'));
  });

  test('only lines that were changed are charged, and only those that can be spoken', () => {
    const spoken = spokenAs(speechKey(line('Hola.'), voice, 'es'));
    const lines = [
      line('Hola.', { spoken }),
      line('Adiós.', { spoken }),
      line('Nuevo'),
      line(null),
      line('… 🎵'),
      line('Привет'),
    ];
    assert.equal(changedCharacters(scriptOf(lines), 'es'), 'Adiós.'.length + 'Nuevo'.length);
    assert.equal(charactersOf(scriptOf(lines), 'es'), 'Hola.'.length + 'Adiós.'.length + 'Nuevo'.length);
    assert.equal(changedCharacters(scriptOf(lines, null), 'es'), 16);
    assert.equal(changedCharacters(scriptOf([]), 'es'), 0);
  });
});
