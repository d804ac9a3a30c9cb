import { type ConfigOf, count, object, text } from '../../../src/platform/process-pool/index.ts';
import { VOICE_WEIGHTS } from '../../speaker-embedding/index.ts';
import type { SpeakerArtifact } from '../../speech/index.ts';
import type { Wanted } from './listener/listener.ts';

export type SlopePayload = {
  phonemes: string;
  speaker: SpeakerArtifact;
  /** Starting voice of the fitting. Articulation is compared with it. */
  start: SpeakerArtifact;
  wanted: Wanted;
};

/** Similarity of the speaker to the target voice, and its gradient by the timbre. */
export type Slope = {
  /** Cosine of the prints. */
  likeness: number;
  spectrumErrorDb: number;
  /** Difference of articulation from the start. 1 is the distance to silence. */
  articulationError: number;
  /** Gradient of the loss by the timbre offsets of each part of the decoder. */
  gradient: Float32Array;
};

export type FittingMethods = { analyse(payload: SlopePayload): Slope };

export const FITTING_CONFIG = object({ weights: VOICE_WEIGHTS, modelsDir: text, threads: count });
export type FittingConfig = ConfigOf<typeof FITTING_CONFIG>;
