import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createKokoroEngine,
  type SpeechChunk,
  type SpeechEngine,
  type SynthesisOptions,
  type SynthesisRequest,
  type TimedWord,
} from '../../engines/speech/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createProcessPool, EngineFailed } from '../../src/platform/process-pool/index.ts';
import type { Fixture, FixtureConfig } from '../../src/platform/process-pool/testing/engine.fixture.ts';
import { FIXTURE_OPTIONS } from '../../src/platform/process-pool/testing/fixture-pool.ts';

const TONE_HZ = 440;
const TONE_SAMPLES = 2_400;
/** Simulated time per chunk, checked against the deadline. Nothing actually waits. */
const CHUNK_MS = 2;
/** Each sentence is one chunk. */
const SENTENCES = /.+?(?:[.!?。]+(?:\s+|$)|$)/gsu;

/** `killed` runs in a real process that gets SIGKILL; `hang` ends only when it is aborted. */
type Behaviour = 'speak' | 'killed' | 'hang' | 'hold';

export type FakeSpeech = SpeechEngine & {
  behaviour: Behaviour;
  /** Calls that have started. */
  calls: number;
  /** How often a text was read. */
  readings: number;
  lastRequest: SynthesisRequest | null;
  chunkSamples: number;
  /** May delay a chunk, or throw like an engine that crashes. */
  beforeChunk: ((index: number) => Promise<void>) | null;
  running: number;
  /** Releases the calls on `hold`. */
  release(): void;
};

/** Plays a short tone for each sentence. Voices, languages and checks are the real engine's, whose processes never start. */
export function createFakeSpeech(): FakeSpeech {
  const real = createKokoroEngine({ modelsDir: 'no-weights', processes: 1, log: silentLog });
  const doomed = createProcessPool<Fixture, FixtureConfig>(FIXTURE_OPTIONS);
  let gate = Promise.withResolvers<void>();

  async function dieInTheMiddle(): Promise<void> {
    const pid = await doomed.call('pid', undefined);
    const call = doomed.call('wait', { ms: 60_000 });
    process.kill(pid, 'SIGKILL');
    await call;
  }

  async function* speak(
    request: SynthesisRequest,
    { read, signal, deadlineMs = Number.POSITIVE_INFINITY }: SynthesisOptions,
  ): AsyncGenerator<SpeechChunk> {
    if (!read) await fake.check(request);
    const { text } = request;
    fake.calls += 1;
    fake.running += 1;
    try {
      if (fake.behaviour === 'hang') await abortOf(signal);
      if (fake.behaviour === 'hold') await Promise.race([gate.promise, abortOf(signal)]);
      if (fake.behaviour === 'killed') await dieInTheMiddle();
      for (const [sentenceIndex, sentence] of [...text.matchAll(SENTENCES)].entries()) {
        await Promise.race([fake.beforeChunk?.(sentenceIndex), abortOf(signal)]);
        await nextTurn();
        signal?.throwIfAborted();
        if ((sentenceIndex + 1) * CHUNK_MS > deadlineMs) throw new EngineFailed({ cause: 'deadline' });
        const start = sentence.index;
        const samples = tone(real.capabilities.sampleRate, fake.chunkSamples);
        const words = evenly(sentence[0], start, fake.chunkSamples);
        yield { samples, sentenceIndex, start, end: start + sentence[0].length, words, phonemes: [] };
      }
    } finally {
      fake.running -= 1;
    }
  }

  const fake: FakeSpeech = {
    ...real,
    behaviour: 'speak',
    calls: 0,
    readings: 0,
    lastRequest: null,
    beforeChunk: null,
    chunkSamples: TONE_SAMPLES,
    running: 0,
    release() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    warm: async () => undefined,
    status: () => 'ready',
    check(request) {
      fake.readings += 1;
      return real.check(request);
    },
    figures: () => ({ busy: fake.running, queued: 0, restarts: 0 }),
    synthesize: (request, options = {}) => {
      fake.lastRequest = request;
      return speak(request, options);
    },
    async close() {
      await Promise.all([real.close(), doomed.close({ graceMs: 0 })]);
    },
  };
  return fake;
}

/** Gives every word the same duration. */
function evenly(text: string, offset: number, samples: number): TimedWord[] {
  const found = [...text.matchAll(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)];
  const each = samples / found.length;
  return found.map((match, i) => ({
    start: offset + match.index,
    end: offset + match.index + match[0].length,
    startSample: Math.round(i * each),
    endSample: Math.round((i + 1) * each),
  }));
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function tone(sampleRate: number, samples: number): Float32Array {
  return Float32Array.from(
    { length: samples },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * TONE_HZ * i) / sampleRate),
  );
}
