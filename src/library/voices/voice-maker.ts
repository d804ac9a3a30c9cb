import type { DenoisingEngine } from '../../../engines/denoising/index.ts';
import type { SpeakerArtifact, SpeechEngine } from '../../../engines/speech/index.ts';
import {
  type CloningEngine,
  type FitOptions,
  type FitRequest,
  type FittingEngine,
  fitVoice,
  type MatchOptions,
  type MatchRequest,
  matchVoice,
  type NearVoice,
  type SampleReport,
} from '../../../engines/voice-cloning/index.ts';
import {
  blendVoices,
  type DesignOptions,
  designVoice,
  loadDirections,
  remixVoice,
} from '../../../engines/voice-design/index.ts';

/** Everything that makes voices. One interface, so that tests of the routes need no weights. */
export type VoiceMaker = {
  /** The name that voices say they were served by. */
  engine: string;
  /** Mono, 16 kHz. */
  checkSample(samples: Float32Array, signal?: AbortSignal): Promise<SampleReport>;
  /** Mono, 16 kHz, as long as before. */
  removeNoise(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array>;
  match(request: MatchRequest, options?: MatchOptions): Promise<SpeakerArtifact>;
  fit(request: FitRequest, options?: FitOptions): Promise<SpeakerArtifact>;
  design(prompt: string, options?: DesignOptions): Promise<SpeakerArtifact>;
  /** A blend of presets, as a voice. */
  blend(blend: string): Promise<SpeakerArtifact>;
  remix(speaker: SpeakerArtifact, prompt: string, strength?: number): Promise<SpeakerArtifact>;
  /** Most similar first. */
  nearestPresets(print: Float32Array): Promise<NearVoice[]>;
  /** The x-vector of a recording: mono, 16 or 24 kHz. */
  printOf(
    recording: { samples: Float32Array; sampleRate: 16_000 | 24_000 },
    signal?: AbortSignal,
  ): Promise<Float32Array>;
};

type Engines = {
  speech: SpeechEngine;
  cloning: CloningEngine;
  fitting: FittingEngine;
  denoising: DenoisingEngine;
};

/** `matchRounds`: of the search of a match that does not ask for its own number. */
type VoiceMakerOptions = Engines & { matchRounds?: number };

export function createVoiceMaker({
  speech,
  cloning: identity,
  fitting,
  denoising,
  matchRounds: rounds,
}: VoiceMakerOptions): VoiceMaker {
  let loading: ReturnType<typeof loadDirections> | undefined;
  const withDirections = async () => {
    loading ??= loadDirections();
    return { directions: await loading };
  };
  return {
    engine: speech.capabilities.model,
    checkSample: (samples, signal) => identity.check({ samples, sampleRate: 16_000 }, signal),
    removeNoise: (samples, signal) => denoising.clean(samples, signal),
    match: (request, options) => matchVoice({ identity, speech }, request, { rounds, ...options }),
    fit: (request, options) => fitVoice({ identity, speech, fitting }, request, options),
    design: async (prompt, options) => designVoice(await withDirections(), prompt, options),
    blend: blendVoices,
    remix: async (speaker, prompt, strength) => remixVoice(await withDirections(), speaker, prompt, strength),
    nearestPresets: (print) => identity.nearestVoices(print),
    printOf: async (recording, signal) => (await identity.analyse(recording, signal)).print,
  };
}
