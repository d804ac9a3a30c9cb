import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  PRESET_VOICES,
  partsOf,
  presetSpeaker,
  readSpeaker,
  type SpeakerArtifact,
} from '../../../../engines/speech/index.ts';
import { measuredPresets, nearestVoices } from '../../../../engines/voice-cloning/index.ts';
import type { DubLine, DubScript, DubSpeaker, DubVoice } from '../project.ts';
import { type CastEngines, type CastRequest, castVoices } from './cast-voices.ts';

const presets = await measuredPresets();
const printOf = (voiceId: string): number[] => [...(presets.get(voiceId)?.print ?? [])];

const speaker = (id: string, change: Partial<DubSpeaker> = {}): DubSpeaker => ({
  id,
  name: id,
  seconds: 10,
  print: printOf('am_michael'),
  voice: null,
  ...change,
});
const line = (speaker_id: string, start: number, end: number, change: Partial<DubLine> = {}): DubLine => ({
  id: `${speaker_id}-${start}`,
  speaker_id,
  speaker_unsure: false,
  start,
  end,
  source: null,
  translation: 'x',
  unknown_words: [],
  spoken: null,
  ...change,
});

type Made = {
  speakers: DubSpeaker[];
  matched: Float32Array[];
  languages: (string | undefined)[];
  casts: number;
};

async function cast(
  speakers: DubSpeaker[],
  lines: DubLine[],
  { score = 0.9, ...change }: Partial<CastRequest> & { score?: number } = {},
): Promise<Made> {
  const made: Made = { speakers: [], matched: [], languages: [], casts: 0 };
  const engines: CastEngines = {
    speech: { voices: PRESET_VOICES },
    voiceMaker: {
      removeNoise: async (samples) => samples.map((sample) => sample / 2),
      nearestPresets: async (print) => nearestVoices(print, presets),
      printOf: async () => Float32Array.from(printOf('em_alex')),
      async match({ samples, language }): Promise<SpeakerArtifact> {
        made.matched.push(samples);
        made.languages.push(language);
        return { ...(await presetSpeaker('em_alex')), f0Scale: 1.123456789, score };
      },
    },
  };
  const script: DubScript = { source_language: 'en', speakers, lines };
  // The value of a sample tells its second.
  const samples = Float32Array.from({ length: 60 * 16_000 }, (_, i) => Math.floor(i / 16_000));
  const request = { script, samples, target: 'es', consent: false, voice: null, ...change };
  const shares: number[] = [];
  made.speakers = await castVoices(engines, request, {
    signal: new AbortController().signal,
    onProgress: (share) => shares.push(share),
    onCast: async () => {
      made.casts += 1;
    },
  });
  assert.deepEqual(
    [shares.at(-1), shares],
    [shares.length > 0 ? 1 : undefined, shares.toSorted((a, b) => a - b)],
  );
  return made;
}

const voiceIds = ({ speakers }: Made) =>
  speakers.map(({ voice }) => (voice && 'voice_id' in voice ? voice.voice_id : null));
const speakerOf = (voice: DubVoice | null | undefined) =>
  readSpeaker(voice && 'speaker' in voice ? voice.speaker : null);

describe('casting', () => {
  test('the voice of the request is everybody’s, except of those who have one', async () => {
    const own: DubVoice = { kind: 'chosen', voice_id: 'mine' };
    const made = await cast([speaker('a', { voice: own }), speaker('b')], [], {
      consent: true,
      voice: { voice_id: 'ef_dora' },
    });
    assert.deepEqual(
      [made.speakers.map(({ voice }) => voice), made.casts],
      [[own, { kind: 'chosen', voice_id: 'ef_dora' }], 1],
    );
  });

  test('with consent, a voice is matched to the speaker’s own clear lines without their background, the longest first', async () => {
    const lines = [
      line('a', 0, 2),
      line('a', 10, 16),
      line('a', 20, 24, { speaker_unsure: true }),
      line('a', 30, 35),
      line('b', 34, 36),
    ];
    const made = await cast([speaker('a'), speaker('b')], lines, { consent: true });
    assert.deepEqual(made.languages, ['es']);
    assert.deepEqual([...new Set(made.matched[0])], [5, 5.5, 6, 6.5, 7, 7.5, 0, 0.5]);
    const [a, b] = made.speakers;
    assert.deepEqual([a?.voice?.kind, b?.voice?.kind, made.casts], ['matched', 'nearest', 2]);
    assert.equal(speakerOf(a?.voice).f0Scale, 1.12346);
  });

  test('a match that is less like the speaker than a preset of the language is not used', async () => {
    const speakers = [speaker('a', { print: printOf('em_alex') })];
    const made = await cast(speakers, [line('a', 0, 9)], { consent: true, score: 0.5 });
    assert.deepEqual(made.speakers[0]?.voice, { kind: 'nearest', voice_id: 'em_alex' });
  });

  test('the print of a speaker that was not kept is measured again, if they say enough', async () => {
    const speakers = [speaker('a', { print: null }), speaker('b', { print: null })];
    const made = await cast(speakers, [line('a', 0, 9), line('b', 10, 12)]);
    assert.deepEqual(made.speakers[0]?.voice, { kind: 'nearest', voice_id: 'em_alex' });
    assert.deepEqual(
      made.speakers.map(({ print }) => print !== null),
      [true, false],
    );
  });

  test('among many speakers, those who say little are not matched', async () => {
    const speakers = ['a', 'b', 'c', 'd', 'e'].map((id) => speaker(id));
    const lines = speakers.map(({ id }, i) => line(id, i * 10, i * 10 + (i === 0 ? 8 : 4)));
    assert.equal((await cast(speakers, lines, { consent: true })).matched.length, 1);
    assert.equal((await cast(speakers.slice(1), lines, { consent: true })).matched.length, 4);
  });

  test('without consent, everybody has the most similar preset of the language that is free, of their own gender', async () => {
    const speakers = ['am_michael', 'am_adam', 'af_heart', 'am_puck'].map((voiceId, i) =>
      speaker(`${i}`, { print: printOf(voiceId), seconds: 10 - i }),
    );
    const made = await cast(speakers, []);
    const ids = voiceIds(made);
    assert.equal(new Set(ids).size, 4);
    assert.deepEqual([new Set(ids.slice(0, 2)), ids[2]], [new Set(['em_alex', 'em_santa']), 'ef_dora']);
    const third = speakerOf(made.speakers[3]?.voice);
    assert.match(third.baseVoice, /^em_/u);
    assert.match(String(ids[3]), /^.m_/u);
  });

  test('a language with borrowed sounds has its own presets, and nobody else sounds like them', async () => {
    const speakers = ['af_heart', 'am_michael', 'if_sara', 'im_nicola'].map((voiceId, i) =>
      speaker(`${i}`, { print: printOf(voiceId), seconds: 10 - i }),
    );
    const made = await cast(speakers, [], { target: 'de' });
    const ids = voiceIds(made).map(String);
    assert.deepEqual(ids.slice(0, 2), ['de_lena', 'de_jonas']);
    for (const { voice } of made.speakers.slice(2)) assert.match(speakerOf(voice).baseVoice, /^de_/u);
    const main = (id: string) => partsOf(id).find(({ weight }) => weight >= 0.5)?.id ?? id;
    assert.equal(new Set(ids.map(main)).size, 4);
  });

  test('a man speaks French with a man’s timbre and pitch, although the only French preset is a woman’s', async () => {
    const { speakers } = await cast([speaker('a')], [], { target: 'fr' });
    const { baseVoice, f0Scale } = speakerOf(speakers[0]?.voice);
    assert.equal(baseVoice, 'ff_siwis');
    assert.ok(f0Scale < 0.75, `${f0Scale}`);
  });

  test('twenty people have twenty voices, also in a language with one preset, and when nobody knows how they sound', async () => {
    for (const target of ['fr', 'en-GB', 'de'])
      for (const print of [null, printOf('af_heart')]) {
        const speakers = Array.from({ length: 20 }, (_, i) => speaker(`${i}`, { print }));
        const made = await cast(speakers, [], { target });
        assert.equal(new Set(voiceIds(made)).size, 20, target);
      }
    const [first] = voiceIds(await cast([speaker('a', { print: null })], [], { target: 'en' }));
    assert.equal(first, 'af_heart');
  });

  test('a cancelled job casts nobody else', async () => {
    const script = { source_language: 'en', speakers: [speaker('a')], lines: [] };
    const request = { script, samples: new Float32Array(), target: 'es', consent: true, voice: null };
    const options = {
      signal: AbortSignal.abort(new Error('cancelled')),
      onProgress: () => undefined,
      onCast: async () => undefined,
    };
    await assert.rejects(castVoices({} as CastEngines, request, options), /cancelled/u);
  });
});
