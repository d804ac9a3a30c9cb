import { findLanguage, type ReadRequest, type SpeechEngine } from '../../engines/speech/index.ts';

const SAMPLE_RATE = 24_000;
/** A tenth of a second of silence: 4,844 bytes of WAV, so that the response has a realistic body. */
const SAMPLES = new Float32Array(SAMPLE_RATE / 10);

const ENGLISH = findLanguage('en-US');
if (!ENGLISH) throw new Error('the silent engine speaks English');
const READ: ReadRequest = { voice: null, parts: [], language: ENGLISH, speed: 1, sentences: [] };

/** Responds at once, so that only what surrounds the engine is measured. */
export const silentEngine: SpeechEngine = {
  capabilities: {
    model: 'kokoro-82m',
    mark: 'unmarked',
    sampleRate: SAMPLE_RATE,
    languages: ['en-US'],
    speed: { min: 0.5, max: 2 },
    streaming: true,
  },
  voices: [{ id: 'af_heart', name: 'Heart', language: 'en-US', gender: 'female', tags: [] }],
  warm: async () => undefined,
  status: () => 'ready',
  figures: () => ({ busy: 0, queued: 0, restarts: 0 }),
  unavailable: async () => null,
  check: async () => ({ seconds: 0.1, languages: [], read: READ }),
  async *synthesize({ text }) {
    yield { samples: SAMPLES, sentenceIndex: 0, start: 0, end: text.length, words: [], phonemes: [] };
  },
  close: async () => undefined,
};
