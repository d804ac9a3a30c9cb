import {
  createKokoroEngine,
  type SpeechChunk,
  type SpeechEngine,
  type SynthesisRequest,
  type TimedWord,
} from '../../engines/speech/index.ts';
import { silentLog } from '../../platform/log.ts';
import { createProcessPool } from '../../platform/process-pool/index.ts';
import type { Fixture } from '../../platform/process-pool/testing/engine.fixture.ts';
import { FIXTURE_OPTIONS } from '../../platform/process-pool/testing/fixture-pool.ts';

const TONE_HZ = 440;
const TONE_SAMPLES = 2_400;

/** `killed` runs in a real process that dies of SIGKILL; `hang` ends only when it is told to stop. */
export type Behaviour = 'speak' | 'killed' | 'hang' | 'hold';

export type FakeSpeech = SpeechEngine & {
  behaviour: Behaviour;
  /** Calls that have begun. */
  calls: number;
  lastRequest: SynthesisRequest | null;
  running: number;
  /** Lets the calls on `hold` speak. */
  letGo(): void;
};

/** Speaks a short tone, and knows the voices, languages and refusals of the real engine, whose processes never start. */
export function createFakeSpeech(): FakeSpeech {
  const real = createKokoroEngine({ modelsDir: 'no-weights', processes: 1, log: silentLog });
  const doomed = createProcessPool<Fixture>(FIXTURE_OPTIONS);
  let gate = Promise.withResolvers<void>();

  async function dieInTheMiddle(): Promise<void> {
    const pid = await doomed.call('pid', undefined);
    const call = doomed.call('wait', { ms: 60_000 });
    process.kill(pid, 'SIGKILL');
    await call;
  }

  async function* speak(signal: AbortSignal | undefined, text: string): AsyncGenerator<SpeechChunk> {
    fake.calls += 1;
    fake.running += 1;
    try {
      if (fake.behaviour === 'hang') await abortOf(signal);
      if (fake.behaviour === 'hold') await Promise.race([gate.promise, abortOf(signal)]);
      if (fake.behaviour === 'killed') await dieInTheMiddle();
      const samples = tone(real.capabilities.sampleRate);
      yield { samples, sentenceIndex: 0, start: 0, end: text.length, words: evenly(text), phonemes: [] };
    } finally {
      fake.running -= 1;
    }
  }

  const fake: FakeSpeech = {
    ...real,
    behaviour: 'speak',
    calls: 0,
    lastRequest: null,
    running: 0,
    letGo() {
      gate.resolve();
      gate = Promise.withResolvers();
    },
    warm: async () => undefined,
    status: () => 'ready',
    figures: () => ({ busy: fake.running, queued: 0, restarts: 0 }),
    synthesize: (request, options) => {
      fake.lastRequest = request;
      return speak(options?.signal, request.text);
    },
    async close() {
      await Promise.all([real.close(), doomed.close({ graceMs: 0 })]);
    },
  };
  return fake;
}

/** As if every word took as long as the others. */
function evenly(text: string): TimedWord[] {
  const found = [...text.matchAll(/\S+/gu)];
  const each = TONE_SAMPLES / found.length;
  return found.map((match, i) => ({
    start: match.index,
    end: match.index + match[0].length,
    startSample: Math.round(i * each),
    endSample: Math.round((i + 1) * each),
  }));
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function tone(sampleRate: number): Float32Array {
  return Float32Array.from(
    { length: TONE_SAMPLES },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * TONE_HZ * i) / sampleRate),
  );
}
