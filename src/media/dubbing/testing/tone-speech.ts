import {
  createKokoroEngine,
  type SpeechChunk,
  type SpeechEngine,
  type SynthesisOptions,
  type SynthesisRequest,
} from '../../../../engines/speech/index.ts';
import { silentLog } from '../../../platform/log.ts';

export type ToneSpeech = SpeechEngine & {
  requests: (SynthesisRequest & { options: SynthesisOptions })[];
  /** May delay a call, or throw like an engine that crashes. */
  before: ((call: number) => Promise<void>) | null;
};

const SECONDS_PER_CHARACTER = 0.06;
/** A real engine may add this much silence around the voice. */
const PADDING_SECONDS = 0.1;

/** A tone as long as the text takes to say. Checks are the real engine's, whose processes never start. */
export function createToneSpeech({ inexact = 1 } = {}): ToneSpeech {
  const real = createKokoroEngine({ modelsDir: 'no-weights', processes: 1, log: silentLog });
  const rate = real.capabilities.sampleRate;
  const tones: ToneSpeech = {
    ...real,
    requests: [],
    before: null,
    async *synthesize(request, options = {}): AsyncGenerator<SpeechChunk> {
      await real.check(request);
      const call = tones.requests.push({ ...request, options }) - 1;
      await tones.before?.(call);
      options.signal?.throwIfAborted();
      const speed = (request.speed ?? 1) ** inexact;
      const length = Math.round((request.text.length * SECONDS_PER_CHARACTER * rate) / speed);
      const padding = Math.round(PADDING_SECONDS * rate);
      const samples = new Float32Array(length + 2 * padding);
      for (let i = 0; i < length; i += 1)
        samples[padding + i] = 0.5 * Math.cos((2 * Math.PI * 200 * i) / rate);
      yield { samples, sentenceIndex: 0, start: 0, end: request.text.length, words: [], phonemes: [] };
    },
  };
  return tones;
}
