import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinSamples, resampled } from './dsp/index.ts';
import { realSpeech } from './speech/testing/real-speech.ts';
import { editDistance } from './transcription/index.ts';
import { realTranscription } from './transcription/testing/real-transcription.ts';

/** Said by Kokoro, heard by Whisper. `most` is the share of letters that a small Whisper may get wrong of it. */
const SENTENCES: { language: string; voice: string; most: number; text: string; expected?: string }[] = [
  { language: 'en', voice: 'af_heart', most: 0.1, text: 'The old bridge was closed after the storm.' },
  { language: 'es', voice: 'ef_dora', most: 0.1, text: 'Mañana vamos a visitar a mi abuela en el campo.' },
  { language: 'fr', voice: 'ff_siwis', most: 0.15, text: 'Le chat dort sur le canapé du salon.' },
  { language: 'it', voice: 'if_sara', most: 0.1, text: 'Domani andiamo al mare con gli amici.' },
  { language: 'pt', voice: 'pf_dora', most: 0.15, text: 'Amanhã vamos visitar a minha avó no campo.' },
  {
    language: 'hi',
    voice: 'hm_psi',
    most: 0.25,
    text: 'आज मौसम बहुत अच्छा है।',
    // Spoken Hindi sounds like Urdu, and the base model writes it so: the same words in other letters.
    expected: 'آج موسم بہت اچھا ہے',
  },
  { language: 'ja', voice: 'jf_alpha', most: 0.35, text: '今日はとても天気がいいです。' },
  { language: 'zh', voice: 'zf_xiaobei', most: 0.35, text: '今天天气很好，我们去公园吧。' },
];

describe('speech in each language is transcribed back', async () => {
  const [speaker, listener] = await Promise.all([realSpeech(), realTranscription()]);

  for (const { language, voice, most, text, expected = text } of SENTENCES)
    test(language, async () => {
      const chunks: Float32Array[] = [];
      for await (const { samples } of speaker.synthesize({ text, voiceId: voice })) chunks.push(samples);
      const samples = resampled(joinSamples(chunks), speaker.capabilities.sampleRate, 16_000);
      const transcript = await listener.transcribe({ samples, language });
      const wrong = letterErrors(expected, transcript.text);
      assert.ok(wrong <= most, `${(wrong * 100).toFixed(0)} % of the letters: ${transcript.text}`);
    });
});

/** Letters inserted, left out and replaced, over the letters that were said. */
function letterErrors(reference: string, transcript: string): number {
  const a = lettersOf(reference);
  const b = lettersOf(transcript);
  return editDistance(a, b) / a.length;
}

function lettersOf(text: string): string[] {
  return [
    ...text
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{M}\p{N}]/gu, ''),
  ];
}
