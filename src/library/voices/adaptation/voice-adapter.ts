import { joinSamples, resampled } from '../../../../engines/dsp/index.ts';
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
import { ownTurn } from '../../../platform/event-loop.ts';

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
/** Around a piece of a second, more than the resampler's filter reaches. */
const MARGIN_SECONDS = 0.01;

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
    const samples = await forRecogniser(sound);
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

/** A second at a time, each in a turn of the event loop of its own. */
async function forRecogniser(sound: Float32Array): Promise<Float32Array> {
  const pieces: Float32Array[] = [];
  for (let at = 0; at < sound.length; at += SPOKEN_RATE) {
    await ownTurn();
    const before = at === 0 ? 0 : MARGIN_SECONDS;
    const piece = sound.subarray(at - before * SPOKEN_RATE, at + (1 + MARGIN_SECONDS) * SPOKEN_RATE);
    const start = before * HEARD_RATE;
    pieces.push(resampled(piece, SPOKEN_RATE, HEARD_RATE).subarray(start, start + HEARD_RATE));
  }
  return joinSamples(pieces);
}
