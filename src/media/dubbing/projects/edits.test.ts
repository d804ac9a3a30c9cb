import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DubLine, DubScript } from '../project.ts';
import { mergeScripts } from './merge-scripts.ts';
import { splitText } from './split-text.ts';

const spoken = { key: 'k', offset: 0, length: 1, start: 0, end: 1, rate: 1, fit: 'as_spoken' as const };
const line = (id: string, change: Partial<DubLine> = {}): DubLine => ({
  id,
  speaker_id: 'a',
  speaker_unsure: false,
  start: 0,
  end: 1,
  source: 'Hola.',
  translation: 'Hi.',
  unknown_words: [],
  spoken: null,
  ...change,
});
const script = (lines: DubLine[], voice: string | null = 'af_heart'): DubScript => ({
  source_language: 'es',
  speakers: [
    {
      id: 'a',
      name: 'A',
      seconds: 1,
      print: null,
      voice: voice === null ? null : { kind: 'chosen', voice_id: voice },
    },
  ],
  lines,
});

describe('a line is split at a word', () => {
  test('near the asked place, with what opens the second part', () => {
    assert.deepEqual(splitText('Well, then. Shall we go?', 0.5), ['Well, then.', 'Shall we go?']);
    assert.deepEqual(splitText('Bueno. ¿Vamos?', 0.5), ['Bueno.', '¿Vamos?']);
    assert.deepEqual(splitText('One two three', 0), ['One', 'two three']);
    assert.deepEqual(splitText('你好世界', 0.5), ['你好', '世界']);
  });

  test('and not at all if it has one word', () => {
    assert.equal(splitText('Hello…', 0.5), null);
    assert.equal(splitText('…', 0.5), null);
  });
});

describe('a script that was edited while a job rendered it', () => {
  test('keeps the lines of the customer, with the sounds of the job and the translations that they lack', () => {
    const rendered = script([
      line('same', { spoken }),
      line('new words', { spoken }),
      line('moved', { spoken }),
      line('translated', { spoken }),
      line('deleted', { spoken }),
    ]);
    rendered.lines.push(line('new source', { spoken }));
    const mine = script([
      line('same'),
      line('new words', { translation: 'Hello.' }),
      line('moved', { start: 0.5 }),
      line('translated', { translation: null }),
      line('new source', { source: 'Adiós.', translation: null }),
      line('added', { translation: 'More.' }),
    ]);
    const merged = mergeScripts(mine, rendered, []);
    assert.deepEqual(
      merged.lines.map(({ id, translation, spoken: sound }) => [id, translation, sound !== null]),
      [
        ['same', 'Hi.', true],
        ['new words', 'Hello.', true],
        ['moved', 'Hi.', true],
        ['translated', 'Hi.', true],
        ['new source', null, true],
        ['added', 'More.', false],
      ],
    );
  });

  test('takes the voice that the job found, unless another was chosen or asked for meanwhile', () => {
    const voiceOf = ({ speakers }: DubScript) =>
      speakers[0]?.voice && 'voice_id' in speakers[0].voice && speakers[0].voice.voice_id;
    const rendered = script([], 'found');
    assert.equal(voiceOf(mergeScripts(script([], null), rendered, ['a'])), 'found');
    assert.equal(voiceOf(mergeScripts(script([], 'chosen'), rendered, ['a'])), 'chosen');
    assert.equal(
      voiceOf(mergeScripts(script([], null), rendered, [])),
      null,
      'it was reset while the job ran',
    );
  });
});
