import { NoSpeech, type TranscriptionEngine } from '../../engines/transcription/index.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { TEXTS } from './texts.ts';

export type WordErrors = { errors: number; words: number };

/** Word errors of our own transcription on the texts, one 16 kHz recording each. */
export async function transcribeWords(
  transcription: TranscriptionEngine,
  recordings: readonly Float32Array[],
): Promise<WordErrors> {
  let errors = 0;
  let words = 0;
  for (const [i, text] of TEXTS.entries()) {
    const counted = wordErrors(text, await textOf(transcription, recordings[i] ?? new Float32Array()));
    errors += counted.errors;
    words += counted.words;
  }
  return { errors, words };
}

export async function textOf(
  transcription: TranscriptionEngine,
  samples: Float32Array,
  language = 'en',
): Promise<string> {
  try {
    return (await transcription.transcribe({ samples, language })).text;
  } catch (error) {
    // If no speech is found, all words are wrong; that is a result, not a failure.
    if (error instanceof NoSpeech) return '';
    throw error;
  }
}
