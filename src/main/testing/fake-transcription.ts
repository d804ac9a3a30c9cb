import {
  createTranscriptionEngine,
  NoSpeech,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../../engines/transcription/index.ts';
import { silentLog } from '../../platform/log.ts';
import { EngineFailed } from '../../platform/process-pool/index.ts';

export type FakeTranscription = TranscriptionEngine & {
  behaviour: 'hear' | 'hear nothing' | 'fail' | 'hang' | 'absent';
  calls: number;
  running: number;
  lastRequest: TranscriptionRequest | null;
};

const WORDS = ['Hello', 'there,', 'General.'];

/** Hears the same three words in everything; knows the languages and refusals of the real engine. */
export function createFakeTranscription(): FakeTranscription {
  const real = createTranscriptionEngine({ weights: null, log: silentLog });
  const fake: FakeTranscription = {
    ...real,
    behaviour: 'hear',
    calls: 0,
    running: 0,
    lastRequest: null,
    status: () => (fake.behaviour === 'absent' ? 'absent' : 'ready'),
    async transcribe(request, { signal } = {}) {
      fake.calls += 1;
      fake.lastRequest = request;
      if (fake.behaviour === 'hear nothing') throw new NoSpeech();
      if (fake.behaviour === 'fail') throw new EngineFailed({ cause: 'test' });
      if (fake.behaviour === 'hang') {
        fake.running += 1;
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        }).finally(() => {
          fake.running -= 1;
        });
      }
      const words = WORDS.map((word, i) => ({ word, start: i * 0.3, end: (i + 1) * 0.3, confidence: 0.9 }));
      const text = WORDS.join(' ');
      return {
        text,
        words,
        segments: [{ start: 0, end: 0.9, text }],
        language: request.language ?? 'en',
        model: 'whisper-base',
      };
    },
  };
  return fake;
}
