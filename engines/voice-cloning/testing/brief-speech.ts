import type { SpeechEngine } from '../../speech/index.ts';

/** Speaks only the first words of every text, for tests in which it does not matter how good the voice becomes. */
export function briefSpeech(speech: SpeechEngine, words = 3): SpeechEngine {
  return {
    ...speech,
    synthesize: (request, options) =>
      speech.synthesize({ ...request, text: request.text.split(' ').slice(0, words).join(' ') }, options),
  };
}
