import { NoSpeech, type TranscriptionEngine } from '../../src/engines/transcription/index.ts';
import { wordErrors } from '../stt/word-errors.ts';
import { TEXTS } from './texts.ts';

export type WordErrors = { errors: number; words: number };

/** Word errors of our own transcription on the texts, one 16 kHz recording each. */
export async function transcribeWords(
  transcription: TranscriptionEngine,
  spoken: readonly Float32Array[],
): Promise<WordErrors> {
  let [errors, words] = [0, 0];
  for (const [i, text] of TEXTS.entries()) {
    const found = wordErrors(text, await textOf(transcription, spoken[i] ?? new Float32Array()));
    errors += found.errors;
    words += found.words;
  }
  return { errors, words };
}

async function textOf(transcription: TranscriptionEngine, samples: Float32Array): Promise<string> {
  try {
    return (await transcription.transcribe({ samples, language: 'en' })).text;
  } catch (error) {
    // If no speech is found, all words are wrong; that is a result, not a failure.
    if (error instanceof NoSpeech) return '';
    throw error;
  }
}
