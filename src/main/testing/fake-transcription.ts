import {
  createTranscriptionEngine,
  NoSpeech,
  SpeakersNotInstalled,
  type Transcript,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../../engines/transcription/index.ts';
import { silentLog } from '../../platform/log.ts';
import { EngineFailed } from '../../platform/process-pool/index.ts';

export type FakeTranscription = TranscriptionEngine & {
  behaviour: 'hear' | 'hear nothing' | 'fail' | 'hang' | 'absent' | 'know no voices';
  calls: number;
  running: number;
  lastRequest: TranscriptionRequest | null;
};

const WORDS = ['Hello', 'there,', 'General.'];

/** The last word is another speaker's. */
function toldApart(words: Transcript['words']): Pick<Transcript, 'words' | 'segments' | 'speakers'> {
  return {
    words: words.map((word, i) => ({ ...word, speaker: i < 2 ? 'speaker_1' : 'speaker_2' })),
    segments: [
      { start: 0, end: 0.6, text: 'Hello there,', speaker: 'speaker_1' },
      { start: 0.6, end: 0.9, text: 'General.', speaker: 'speaker_2' },
    ],
    speakers: [
      { speaker: 'speaker_1', seconds: 0.6 },
      { speaker: 'speaker_2', seconds: 0.3 },
    ],
  };
}

/** Hears the same three words in everything; knows the languages and refusals of the real engine. */
export function createFakeTranscription(): FakeTranscription {
  const real = createTranscriptionEngine({ weights: null, log: silentLog });
  const fake: FakeTranscription = {
    ...real,
    behaviour: 'hear',
    calls: 0,
    running: 0,
    lastRequest: null,
    capabilities: { speakers: true },
    check({ language, speakers }) {
      real.check({ language });
      if (speakers && fake.behaviour === 'know no voices') throw new SpeakersNotInstalled();
    },
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
        ...(request.speakers ? toldApart(words) : { words, segments: [{ start: 0, end: 0.9, text }] }),
        language: request.language ?? 'en',
        model: 'whisper-base',
      };
    },
  };
  return fake;
}
