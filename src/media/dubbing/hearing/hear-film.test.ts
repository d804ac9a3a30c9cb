import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  NoSpeech,
  type Transcript,
  type TranscriptionEngine,
} from '../../../../engines/transcription/index.ts';
import { createFakeTranscription } from '../../../../engines/transcription/testing/fake-transcription.ts';
import { DomainError } from '../../../platform/errors.ts';
import { parseScript } from '../script.ts';
import { type HearingRequest, hearFilm } from './hear-film.ts';

const RATE = 16_000;
const WORDS = [
  { word: 'Where', start: 1, end: 1.5, speaker: 'speaker_1' },
  { word: 'is', start: 1.5, end: 1.8, speaker: 'speaker_1' },
  { word: 'it?', start: 1.8, end: 3.5, speaker: 'speaker_1' },
  { word: 'Over', start: 4, end: 5, speaker: 'speaker_2' },
  { word: 'there.', start: 5, end: 6.5, speaker: 'speaker_2' },
];
const TURNS = [
  { start: 1, end: 3.5, speaker: 'speaker_1', margin: 0.7 },
  { start: 4, end: 6.5, speaker: 'speaker_2', margin: 0.05 },
];

type Call = Parameters<TranscriptionEngine['transcribe']>;

function film({
  seconds = 10,
  said = {},
  silent = false,
  ...request
}: Partial<HearingRequest> & {
  seconds?: number;
  said?: Partial<Transcript>;
  silent?: boolean;
}) {
  const calls: Call[] = [];
  const prints: number[] = [];
  const transcription: TranscriptionEngine = {
    ...createFakeTranscription(),
    async transcribe(...call) {
      calls.push(call);
      if (silent) throw new NoSpeech();
      call[1]?.onProgress?.(0.5);
      return {
        text: 'Where is it? Over there.',
        language: call[0].language ?? 'en',
        segments: [],
        words: call[0].speakers ? WORDS : WORDS.map(({ word, start, end }) => ({ word, start, end })),
        ...(call[0].speakers && { turns: TURNS }),
        model: 'moonshine-tiny',
        ...said,
      };
    },
  };
  const voiceMaker = {
    async printOf({ samples }: { samples: Float32Array }) {
      prints.push(samples.length / RATE);
      return (samples[0] ?? 0) > 0.2 ? Float32Array.of(1, 0) : Float32Array.of(0, 1);
    },
  };
  // Two voices: the second half of the film is fainter.
  const samples = new Float32Array(seconds * RATE).map((_, i) => (i < 4 * RATE ? 0.3 : 0.1));
  const shares: number[] = [];
  const hear = () =>
    hearFilm(
      { transcription, voiceMaker },
      { samples, language: null, numSpeakers: null, given: null, target: 'es', ...request },
      { signal: new AbortController().signal, onProgress: (share) => shares.push(share) },
    );
  return { hear, calls, prints, shares };
}
const refused = (code: string, text: RegExp) => (error: unknown) =>
  error instanceof DomainError && error.code === code && text.test(error.public);
const given = (text: string, language: string) => ({ language, lines: parseScript(text) });

describe('a film without a script', () => {
  test('has lines with times, speakers with prints, and says which label is a guess', async () => {
    const { hear, calls, prints, shares } = film({ language: 'en-US' });
    const { script, heard } = await hear();
    assert.equal(heard, true);
    assert.equal(script.source_language, 'en');
    assert.deepEqual(
      script.lines.map(({ id, speaker_id: by, speaker_unsure: unsure, start, end, source }) => [
        id,
        by,
        unsure,
        start,
        end,
        source,
      ]),
      [
        ['line_001', 'speaker_1', false, 1, 3.5, 'Where is it?'],
        ['line_002', 'speaker_2', true, 4, 6.5, 'Over there.'],
      ],
    );
    assert.deepEqual(
      script.speakers.map(({ name, seconds, print }) => [name, seconds, print]),
      [
        ['Speaker 1', 2.5, [1, 0]],
        ['Speaker 2', 2.5, [0, 1]],
      ],
    );
    assert.deepEqual(prints, [2.5, 2.5]);
    assert.deepEqual([calls[0]?.[0].speakers, calls[0]?.[0].language], [{ max: 6, least: 1 }, 'en']);
    assert.deepEqual([shares.toSorted((a, b) => a - b), shares.at(-1)], [shares, 1]);
  });

  test('of one speaker is not asked for labels; of more than are found, no label is sure', async () => {
    const alone = film({ numSpeakers: 1 });
    const { script } = await alone.hear();
    assert.deepEqual([alone.calls[0]?.[0].speakers, script.speakers.length], [undefined, 1]);
    assert.ok(script.lines.every(({ speaker_unsure: unsure }) => !unsure));
    const three = await film({ numSpeakers: 3 }).hear();
    assert.ok(three.script.lines.every(({ speaker_unsure: unsure }) => unsure));
  });

  test('may take longer the longer it is', async () => {
    const short = film({ seconds: 10 });
    const long = film({ seconds: 60 });
    await short.hear();
    await long.hear();
    assert.ok((long.calls[0]?.[1]?.deadlineMs ?? 0) > (short.calls[0]?.[1]?.deadlineMs ?? 0));
  });

  test('and without speech is refused with what to do', async () => {
    const { hear } = film({ silent: true });
    await assert.rejects(hear(), refused('no_speech', /script with times/u));
    const marks = [{ word: '…', start: 1, end: 2 }];
    await assert.rejects(film({ said: { words: marks } }).hear(), refused('no_speech', /range/u));
  });
});

describe('a script with times', () => {
  const SRT = '1\n00:00:01,000 --> 00:00:03,500\nHola.\n\n2\n00:00:05,000 --> 00:00:20,000\nAdiós.\n';

  test('is taken without listening, and clipped to the film', async () => {
    const { hear, calls } = film({ given: given(SRT, 'es'), target: 'es' });
    const { script, heard } = await hear();
    assert.deepEqual(
      [heard, calls.length, script.source_language, script.speakers.length],
      [false, 0, null, 1],
    );
    assert.deepEqual(
      script.lines.map(({ start, end, source, translation }) => [start, end, source, translation]),
      [
        [1, 3.5, null, 'Hola.'],
        [5, 10, null, 'Adiós.'],
      ],
    );
    const source = await film({ given: given(SRT, 'es'), target: 'en' }).hear();
    assert.deepEqual([source.script.source_language, source.script.lines[0]?.source], ['es', 'Hola.']);
    assert.equal(source.script.lines[0]?.translation, null);
  });

  test('names its speakers; a line without a name is a guess', async () => {
    const vtt =
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Hola.\n\n00:02.000 --> 00:03.000\nBueno.\n\n00:03.000 --> 00:04.000\nBEN: Sí.\n\n00:04.000 --> 00:05.000\n<v ANNA>No.\n';
    const { script } = await film({ given: given(vtt, 'es') }).hear();
    assert.deepEqual(
      script.speakers.map(({ name }) => name),
      ['Anna', 'BEN'],
    );
    assert.deepEqual(
      script.lines.map(({ speaker_id: by, speaker_unsure: unsure }) => [by, unsure]),
      [
        ['speaker_1', false],
        ['speaker_1', true],
        ['speaker_2', false],
        ['speaker_1', false],
      ],
    );
    // Too little to measure a voice.
    assert.equal(script.speakers[1]?.print, null);
  });

  test('without names is divided by voice, if there are several', async () => {
    const cues = [1, 2.4, 5, 6.5].map((at) => ({
      text: 'x',
      speaker: null,
      time: { start: at, end: at + 1.2 },
    }));
    const short = { text: 'y', speaker: null, time: { start: 7.8, end: 8.1 } };
    const { script } = await film({
      numSpeakers: 2,
      given: { language: 'es', lines: [...cues, short] },
    }).hear();
    assert.deepEqual(
      script.lines.map(({ speaker_id: by, speaker_unsure: unsure }) => [by, unsure]),
      [
        ['speaker_1', false],
        ['speaker_1', false],
        ['speaker_2', false],
        ['speaker_2', false],
        ['speaker_2', true],
      ],
    );
  });

  test('beyond the end, with too many lines or too many names, is refused before anything runs', async () => {
    const { hear, calls } = film({ seconds: 4, given: given(SRT, 'es') });
    await assert.rejects(hear(), refused('script_does_not_fit', /Cue 2 .* 5 s.* 4 s/u));
    const rows = (count: number, row: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => row(i)).join('\n');
    await assert.rejects(
      film({
        given: given(
          rows(51, () => 'x'),
          'en',
        ),
      }).hear(),
      refused('script_does_not_fit', /51 lines/u),
    );
    const names = given(
      rows(21, (i) => `N${i}: x`),
      'en',
    );
    await assert.rejects(film({ given: names }).hear(), refused('script_does_not_fit', /21 speakers/u));
    assert.equal(calls.length, 0);
  });
});

describe('a script without times', () => {
  test('in the language of the film gets the times of its words and the heard speakers', async () => {
    const { hear, calls } = film({ given: given('Where is it now?\nOver there!', 'en') });
    const { script, heard } = await hear();
    assert.deepEqual([heard, calls[0]?.[0].language, script.source_language], [true, 'en', 'en']);
    assert.deepEqual(
      script.lines.map(({ start, end, source, speaker_id: by }) => [start, end, source, by]),
      [
        [1, 3.5, 'Where is it now?', 'speaker_1'],
        [4, 6.5, 'Over there!', 'speaker_2'],
      ],
    );
  });

  test('in the target language needs no translation, and shows what was heard', async () => {
    const { hear, calls } = film({ given: given('¿Dónde está?\nAllí.', 'es') });
    const { script } = await hear();
    assert.equal(calls[0]?.[0].language, undefined);
    assert.deepEqual(
      script.lines.map(({ source, translation }) => [source, translation]),
      [
        ['Where is it?', '¿Dónde está?'],
        ['Over there.', 'Allí.'],
      ],
    );
    const one = await film({ given: given('¿Dónde está? Allí.', 'es') }).hear();
    assert.deepEqual(
      one.script.lines.map(({ start, end }) => [start, end]),
      [[1, 6.5]],
    );
  });
});
