import { PRINT_SIZE } from '../../engines/speaker-embedding/index.ts';
import { presetSpeaker, type SpeakerArtifact } from '../../engines/speech/index.ts';
import {
  type MatchRequest,
  measuredPresets,
  nearestVoices,
  type SampleReport,
} from '../../engines/voice-cloning/index.ts';
import type { VoiceMaker } from '../../src/library/voices/index.ts';

export type FakeVoiceMaker = VoiceMaker & {
  /** Resolves before a voice is made; tests that look at a voice in training keep it waiting. */
  gate: Promise<void>;
  /** Thrown instead of the next voices. */
  failure: Error | undefined;
  /** The last request to match. */
  matched: MatchRequest | null;
  /** The next samples are found to have these problems. */
  problems: SampleReport['problems'];
  /** Level of the voice above the noise in the next samples. */
  snrDb: number;
};

const SPEECH_SECONDS = 6;
const SILENT = { code: 'silent', message: 'The sample is silent.' } as const;

/** Every voice is a preset; the print of a recording depends on its samples alone. */
export function createFakeVoiceMaker(): FakeVoiceMaker {
  const make = async (onProgress?: (share: number) => void): Promise<SpeakerArtifact> => {
    onProgress?.(0.25);
    await fake.gate;
    if (fake.failure) throw fake.failure;
    onProgress?.(1);
    return { ...(await presetSpeaker('am_adam')), score: 0.8 };
  };
  const clean = new WeakSet<Float32Array>();
  const problemsOf = (samples: Float32Array): SampleReport['problems'] => {
    if (samples.every((value) => value === 0)) return [SILENT];
    return clean.has(samples) ? [] : fake.problems;
  };
  const fake: FakeVoiceMaker = {
    engine: 'kokoro-82m',
    gate: Promise.resolve(),
    failure: undefined,
    problems: [],
    snrDb: 40,
    matched: null,
    checkSample: async (samples) => ({
      quality: 1,
      snrDb: fake.snrDb,
      speechSeconds: SPEECH_SECONDS,
      problems: problemsOf(samples),
    }),
    removeNoise: async (samples) => {
      const cleaned = samples.map((sample) => sample / 2);
      clean.add(cleaned);
      return cleaned;
    },
    match: async (request, { onProgress } = {}) => {
      fake.matched = request;
      return make(onProgress);
    },
    fit: async (_request, { onProgress } = {}) => make(onProgress),
    design: async () => ({ ...(await make()), score: null }),
    blend: async () => ({ ...(await make()), score: null }),
    remix: async (speaker) => {
      await make();
      return { ...speaker, score: null };
    },
    nearestPresets: async (print) => nearestVoices(print, await measuredPresets()),
    printOf: async ({ samples }) => {
      const print = Float32Array.from({ length: PRINT_SIZE }, (_, i) =>
        Math.sin((i + 1) * (samples[i] ?? 1)),
      );
      const length = Math.hypot(...print);
      return print.map((value) => value / length);
    },
  };
  return fake;
}
