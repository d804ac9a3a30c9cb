import { resampled } from '../../../../engines/dsp/index.ts';
import type { KokoroEngine } from '../../../../engines/speech/index.ts';
import { NoSpeech, type TranscriptionEngine, wordErrors } from '../../../../engines/transcription/index.ts';
import {
  type AdaptEngines,
  type AdaptedVoice,
  type AdaptingEngine,
  type AdaptOptions,
  type AdaptRequest,
  adaptVoice,
} from '../../../../engines/voice-cloning/index.ts';

/** Adapts our decoder to a voice and judges whether it may speak through it. One interface, so that tests need no weights. */
export type VoiceAdapter = { adapt(request: AdaptRequest, options?: AdaptOptions): Promise<AdaptedVoice> };

type Engines = {
  speech: Pick<KokoroEngine, 'utterances'>;
  adapting: AdaptingEngine;
  /** Counts misheard words, where it is installed. */
  transcription: TranscriptionEngine;
};

const SPOKEN_RATE = 24_000;
const HEARD_RATE = 16_000;

export function createVoiceAdapter({ speech, adapting, transcription }: Engines): VoiceAdapter {
  const wrongWords = wrongWordsBy(transcription);
  return {
    adapt(request, options) {
      const countWrongWords = transcription.status() === 'absent' ? undefined : wrongWords;
      return adaptVoice({ speech, adapting, countWrongWords }, request, options);
    },
  };
}

function wrongWordsBy(transcription: TranscriptionEngine): NonNullable<AdaptEngines['countWrongWords']> {
  return async (sound, { text, language }, signal) => {
    const samples = resampled(sound, SPOKEN_RATE, HEARD_RATE);
    const [code = ''] = language.split('-');
    const known = transcription.languages.includes(code) ? code : undefined;
    try {
      const { text: heard } = await transcription.transcribe({ samples, language: known }, { signal });
      return wordErrors(text, heard).errors;
    } catch (error) {
      // Then every word is wrong: that is a result.
      if (error instanceof NoSpeech) return wordErrors(text, '').errors;
      throw error;
    }
  };
}
