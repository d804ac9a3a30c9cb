import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { resampled } from '../dsp/index.ts';
import { presetSpeaker, type SpeakerArtifact, type SpeechChunk, type SpeechEngine } from '../speech/index.ts';
import { realSpeech } from '../speech/testing/real-speech.ts';
import type { TranscriptionEngine } from '../transcription/index.ts';
import { editDistance } from '../transcription/index.ts';
import { realTranscription } from '../transcription/testing/real-transcription.ts';
import { designVoice } from './design-voice.ts';
import { type Directions, loadDirections } from './directions.ts';
import { remixVoice } from './remix-voice.ts';
import { measureVoice, type VoiceMeasures } from './testing/measure-voice.ts';

const TEXT = 'Light was falling.';
const LONGER_TEXT = 'The early morning light was falling over the old harbour.';

describe('designed voices, measured', () => {
  let engine: SpeechEngine;
  let listener: TranscriptionEngine;
  let directions: Directions;
  before(async () => {
    [engine, listener, directions] = await Promise.all([realSpeech(), realTranscription(), loadDirections()]);
  });

  async function synthesize(speaker: SpeakerArtifact, text = TEXT, speed = 1): Promise<SpeechChunk[]> {
    const chunks: SpeechChunk[] = [];
    for await (const chunk of engine.synthesize({ text, voiceId: 'own', speaker, speed })) chunks.push(chunk);
    return chunks;
  }
  const soundOf = (chunks: readonly SpeechChunk[]): Float32Array =>
    Float32Array.from(chunks.flatMap(({ samples }) => [...samples]));
  const measure = async (speaker: SpeakerArtifact, speed = 1): Promise<VoiceMeasures> =>
    measureVoice(soundOf(await synthesize(speaker, TEXT, speed)), engine.capabilities.sampleRate);

  const remixes = async (base: string) => {
    const start = await presetSpeaker(base);
    const remix = async (prompt: string) => measure(await remixVoice({ directions }, start, prompt, 1));
    return { plain: await measure(start), remix };
  };

  test('a remix changes what it asks for: pitch, brightness or pace', async () => {
    const { plain, remix } = await remixes('af_sarah');
    const deeper = await remix('deeper');
    assert.ok(deeper.pitchHz < 0.9 * plain.pitchHz, `${plain.pitchHz} to ${deeper.pitchHz} Hz`);
    const brighter = await remix('brighter');
    assert.ok(
      brighter.brightness > plain.brightness + 1.5,
      `${plain.brightness} to ${brighter.brightness} dB`,
    );
    const faster = await remix('faster');
    assert.ok(faster.seconds < 0.92 * plain.seconds, `${plain.seconds} to ${faster.seconds} s`);
  });

  test('an older voice is darker, slower and deeper', async () => {
    const { plain, remix } = await remixes('bm_george');
    const older = await remix('older');
    assert.ok(older.brightness < plain.brightness - 1.5, `${plain.brightness} to ${older.brightness} dB`);
    assert.ok(older.seconds > 1.02 * plain.seconds, `${plain.seconds} to ${older.seconds} s`);
    assert.ok(older.pitchHz < 0.97 * plain.pitchHz, `${plain.pitchHz} to ${older.pitchHz} Hz`);
  });

  test('opposite descriptions sound different: deep and high, bright and dark, breathy and firm', async () => {
    // The pace is not measured here.
    const design = async (prompt: string) =>
      measure(await designVoice({ directions }, prompt, { gender: 'male' }), 2);
    const deep = await design('a deep voice');
    const high = await design('a high voice');
    assert.ok(deep.pitchHz < 0.85 * high.pitchHz, `${deep.pitchHz} and ${high.pitchHz} Hz`);
    const bright = await design('a bright voice');
    const dark = await design('a dark voice');
    assert.ok(bright.brightness > dark.brightness + 3, `${bright.brightness} and ${dark.brightness} dB`);
    const breathy = await design('a breathy voice');
    const firm = await design('a firm voice');
    assert.ok(breathy.breath > firm.breath, `${breathy.breath} and ${firm.breath}`);
  });

  test('a British voice uses British pronunciation', async () => {
    const symbols = async (prompt: string) => {
      const chunks = await synthesize(await designVoice({ directions }, prompt), 'Far cars park.');
      return chunks.flatMap(({ phonemes }) => phonemes.map(({ symbol }) => symbol)).join('');
    };
    const rs = (text: string): number => text.split('ɹ').length - 1;
    const american = await symbols('an American teacher');
    const british = await symbols('a British teacher');
    assert.ok(rs(british) < rs(american) - 2, `${american} ${british}`);
  });

  test('speech of a designed voice is intelligible, at the edges of the space as well', async () => {
    const prompts = [
      'A warm, deep narrator with a slow, calm delivery',
      'a very young, very bright, fast and excited girl',
      'extremely old, extremely dark, very breathy man',
    ];
    const transcripts: string[] = [];
    for (const prompt of prompts) {
      const speaker = await designVoice({ directions }, prompt);
      const samples = resampled(
        soundOf(await synthesize(speaker, LONGER_TEXT)),
        engine.capabilities.sampleRate,
        16_000,
      );
      transcripts.push((await listener.transcribe({ samples, language: 'en' })).text);
    }
    const wrong = transcripts.map((text) => editDistance(wordsOf(LONGER_TEXT), wordsOf(text)));
    // A small recogniser errs now and then: one word in thirty.
    assert.ok(wrong.reduce((sum, count) => sum + count, 0) <= 1, transcripts.join(' | '));
  });
});

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/harbor\b/u, 'harbour')
      .match(/[a-z]+/gu) ?? []
  );
}
