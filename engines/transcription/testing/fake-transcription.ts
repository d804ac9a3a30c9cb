import { setImmediate as nextTurn } from 'node:timers/promises';
import { silentLog } from '../../../src/platform/log.ts';
import { EngineFailed } from '../../../src/platform/process-pool/index.ts';
import {
  createTranscriptionEngine,
  isLargerModel,
  ModelNotInstalled,
  NoSpeech,
  SpeakersNotInstalled,
  type Transcript,
  type TranscriptionEngine,
  type TranscriptionRequest,
} from '../index.ts';

export type FakeTranscription = TranscriptionEngine & {
  behaviour: 'transcribe' | 'no speech' | 'fail' | 'hang' | 'absent' | 'no speaker model';
  calls: number;
  running: number;
  lastRequest: TranscriptionRequest | null;
  /** Every tone is recognised as these words. */
  words: readonly string[];
};

const WORDS = ['Hello', 'there,', 'General.'];
/** Simulated time, checked against the deadline. Nothing actually waits. */
const WORK_MS = 10;

/** A second speaker has the last word. */
function withSpeakers(words: Transcript['words']): Pick<Transcript, 'words' | 'segments' | 'speakers'> {
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

/** Transcribes any tone as the same words. Languages and checks are the real engine's. */
export function createFakeTranscription(): FakeTranscription {
  const real = createTranscriptionEngine({ weights: null, log: silentLog });
  const fake: FakeTranscription = {
    ...real,
    behaviour: 'transcribe',
    calls: 0,
    running: 0,
    lastRequest: null,
    words: WORDS,
    models: real.models.map((model) => ({ ...model, installed: !isLargerModel(model.id) })),
    capabilities: { speakers: true, concurrency: 2 },
    check({ speakers, ...request }) {
      real.check(request);
      if (request.model !== undefined && isLargerModel(request.model))
        throw new ModelNotInstalled(request.model, ['whisper-base']);
      if (speakers && fake.behaviour === 'no speaker model') throw new SpeakersNotInstalled();
    },
    status: () => (fake.behaviour === 'absent' ? 'absent' : fake.calls === 0 ? 'idle' : 'ready'),
    async transcribe(request, { signal, deadlineMs = WORK_MS } = {}) {
      fake.check(request);
      fake.calls += 1;
      fake.lastRequest = request;
      await nextTurn();
      if (fake.behaviour === 'no speech' || !isVoice(request.samples)) throw new NoSpeech();
      if (deadlineMs < WORK_MS) throw new EngineFailed({ cause: 'deadline' });
      if (fake.behaviour === 'fail') throw new EngineFailed({ cause: 'test' });
      if (fake.behaviour === 'hang') {
        fake.running += 1;
        await new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        }).finally(() => {
          fake.running -= 1;
        });
      }
      await nextTurn();
      signal?.throwIfAborted();
      const words = fake.words.map((word, i) => ({
        word,
        start: i * 0.3,
        end: (i + 1) * 0.3,
        confidence: 0.9,
      }));
      const text = fake.words.join(' ');
      return {
        text,
        ...(request.speakers ? withSpeakers(words) : { words, segments: [{ start: 0, end: 0.9, text }] }),
        language: request.language ?? 'en',
        model: request.model ?? 'whisper-base',
      };
    },
  };
  return fake;
}

/** A voice is at least 0.1 s of neither silence nor noise. Noise crosses zero at every other sample. */
function isVoice(samples: Float32Array): boolean {
  let crossings = 0;
  let energy = 0;
  // By index: an iterator takes ten times as long, and a test measures the turns of a request with minutes of sound.
  for (let i = 0; i < samples.length; i += 1) {
    const sample = samples[i] as number;
    energy += sample * sample;
    if (sample < 0 !== (samples[i - 1] ?? 0) < 0) crossings += 1;
  }
  return samples.length >= 1_600 && energy / samples.length > 1e-6 && crossings < samples.length / 4;
}
