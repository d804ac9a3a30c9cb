import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resampled } from '../../../../engines/dsp/index.ts';
import type { TranscriptionEngine } from '../../../../engines/transcription/index.ts';
import { createFakeTranscription } from '../../../../engines/transcription/testing/fake-transcription.ts';
import type { AdaptingEngine } from '../../../../engines/voice-cloning/index.ts';
import { createVoiceAdapter } from './voice-adapter.ts';

test('the recogniser hears the judged sounds whole, at its own rate, and its errors are counted', async () => {
  const spoken = Float32Array.from({ length: 61_234 }, (_, i) => Math.sin(i / 7) * Math.cos(i / 501));
  const heard: Float32Array[] = [];
  const transcription: TranscriptionEngine = {
    ...createFakeTranscription(),
    async transcribe({ samples }) {
      heard.push(samples);
      const text = heard.length % 2 === 1 ? 'xyzzy' : '';
      return { text, language: 'en', segments: [], words: [], model: 'fake' };
    },
  };
  const measures = { likeness: null, similarity: 0.98, lines: 1.3, levelDb: 0, worstLevelDb: 0 };
  const sounds = Array.from({ length: 5 }, () => ({ ours: spoken, generator: spoken }));
  const adapted = { share: 1, adaptation: '', measures, unadapted: measures, sounds, cpuSeconds: 1 };
  const adapting = { adapt: async () => adapted } as unknown as AdaptingEngine;
  const speech = { utterances: async () => [{}] as never };
  const adapter = createVoiceAdapter({ speech, adapting, transcription });
  const speaker = { baseVoice: 'af_heart', equaliserDb: [] } as never;
  const { judgement } = await adapter.adapt({ speaker, person: null, languages: ['en'] });
  const whole = resampled(spoken, 24_000, 16_000);
  assert.equal(heard.length, 10);
  for (const samples of heard) {
    assert.ok(Math.abs(samples.length - whole.length) <= 1);
    assert.ok(samples.every((value, i) => Math.abs(value - (whole[i] ?? value)) < 1e-6));
  }
  const { words } = judgement.measures;
  assert.ok(
    words && words.generator === words.spoken && words.ours >= words.spoken - 2,
    JSON.stringify(words),
  );
});
