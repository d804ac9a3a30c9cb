import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { joinSamples } from '../dsp/index.ts';
import { createTranscriptionEngine } from './engine.ts';
import { NoSpeech } from './errors.ts';
import { clipsWithoutSpeech, pink } from './testing/clips.ts';
import { transcriptionEngineContract } from './testing/contract.ts';
import { realTranscription } from './testing/real-transcription.ts';
import { LINES, recorded } from './testing/recordings.ts';
import { atLevel, silence, withNoise } from './testing/spoken.ts';
import { overTelephone } from './testing/telephone.ts';
import type { TranscriptionEngine } from './types.ts';
import { findTranscriptionWeights } from './weights.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const create = async (): Promise<TranscriptionEngine> =>
  createTranscriptionEngine({ weights: await findTranscriptionWeights({ modelsDir }), log: silentLog });

const NUMBERS = ['The garden has eleven apple trees.', 'We met at the station.', 'Bring some fresh water.'];
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, '');

transcriptionEngineContract('Moonshine and Whisper', {
  create,
  sample: async () => ({
    samples: await recorded(NUMBERS[0] ?? ''),
    words: ['garden', 'apple', 'trees'],
  }),
});

describe('Moonshine and Whisper', () => {
  let engine: TranscriptionEngine;
  before(async () => {
    engine = await realTranscription();
  });

  test('422: no sound without speech is transcribed', async () => {
    const clips = clipsWithoutSpeech();
    assert.ok(clips.length >= 30);
    const fooled: string[] = [];
    for (const { name, samples } of clips) {
      const outcome = await engine.transcribe({ samples }).catch((error: unknown) => error);
      if (!(outcome instanceof NoSpeech))
        fooled.push(`${name}: ${outcome instanceof Error ? outcome.message : JSON.stringify(outcome)}`);
    }
    assert.deepEqual(fooled, []);
  });

  test('speech is transcribed at −30 dBFS, with noise at 10 dB, and when it is half a second long', async () => {
    const yes = await recorded('Yes.', 'am_adam');
    assert.ok(yes.length / 16_000 < 0.7);
    const noisy = withNoise(yes, pink(1, 5), 10);
    for (const samples of [atLevel(yes, -30), noisy])
      assert.match((await engine.transcribe({ samples })).text, /^ye/iu);
    const sentence = await recorded(NUMBERS[1] ?? '');
    const { text } = await engine.transcribe({ samples: withNoise(sentence, pink(3, 6), 10) });
    assert.match(plain(text), /station/u);
  });

  test('a minute is joined without losing or repeating a word', async () => {
    const sentences = await Promise.all(NUMBERS.map((text) => recorded(text)));
    const texts: string[] = [];
    const parts: Float32Array[] = [];
    for (let seconds = 0, i = 0; seconds < 60; i += 1) {
      const which = (i * 2 + (i % 5 === 0 ? 1 : 0)) % NUMBERS.length;
      const part = joinSamples([sentences[which] ?? silence(1), silence(0.3 + (i % 4) * 0.15)]);
      texts.push(NUMBERS[which] ?? '');
      parts.push(part);
      seconds += part.length / 16_000;
    }
    const { text } = await engine.transcribe({ samples: joinSamples(parts), language: 'en' });
    const count = (whole: string, word: string): number => plain(whole).split(word).length - 1;
    for (const word of ['garden', 'station', 'fresh water'])
      assert.equal(count(text, word), count(texts.join(' '), word), word);
  });

  test('detects the language, times the words, and translates', async () => {
    const samples = await recorded('Buenos días, quiero dos cafés.', 'ef_dora');
    const { language, text, words, model } = await engine.transcribe({
      samples: joinSamples([silence(0.5), samples]),
    });
    assert.deepEqual([language, model], ['es', 'whisper-base']);
    assert.match(plain(text), /buenos días/u);
    assert.ok((words[0]?.start ?? 0) > 0.3, 'the first word does not begin with the silence');
    const english = await engine.transcribe({ samples, task: 'translate' });
    assert.match(plain(english.text), /good|morning|coffee|want/u);
  });

  test('over a telephone line, Whisper does not loop', async () => {
    // Greedy decoding repeats 手を here until its text is full: the language is not the one that is spoken.
    const lines = [await recorded('Yes.', 'am_adam'), await recorded(LINES[1], 'am_fenrir')];
    const samples = overTelephone(joinSamples(lines.flatMap((line) => [line, silence(0.3)])));
    const { text, model } = await engine.transcribe({ samples, language: 'ja' });
    assert.equal(model, 'whisper-base');
    assert.doesNotMatch(text.replaceAll(' ', ''), /(.{3,})\1\1\1/u);
  });
});
