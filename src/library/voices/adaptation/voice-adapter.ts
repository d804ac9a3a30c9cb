import { createResampler, joinSamples } from '../../../../engines/dsp/index.ts';
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
/** The resampler holds back less than this. */
const HELD_BACK_SECONDS = 0.01;

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
  const resampler = createResampler(SPOKEN_RATE, HEARD_RATE);
  const pieces: Float32Array[] = [];
  for (let at = 0; at < sound.length; at += SPOKEN_RATE) {
    await ownTurn();
    pieces.push(resampler.push(sound.subarray(at, at + SPOKEN_RATE)));
  }
  pieces.push(resampler.push(new Float32Array(HELD_BACK_SECONDS * SPOKEN_RATE)));
  return joinSamples(pieces).subarray(0, Math.floor((sound.length * HEARD_RATE) / SPOKEN_RATE));
}
