import { type ConfigOf, count, object, text } from '../../../platform/process-pool/index.ts';
import { VOICE_WEIGHTS } from '../../speaker-embedding/index.ts';
import type { SpeakerArtifact } from '../../speech/index.ts';
import type { Wanted } from './listener/listener.ts';

export type SlopePayload = {
  phonemes: string;
  speaker: SpeakerArtifact;
  /** Who the words are said like: the voice that the fitting began with. */
  start: SpeakerArtifact;
  wanted: Wanted;
};

/** How alike the speaker is to the voice that is wanted, and how that changes with the timbre. */
export type Slope = {
  /** Cosine of the prints. */
  likeness: number;
  spectrumErrorDb: number;
  /** How far the words are from those of the start; 1 is as far as silence. */
  articulationError: number;
  /** Of what is to become small, by what each part of the decoder is told. */
  gradient: Float32Array;
};

export type FittingMethods = { analyse(payload: SlopePayload): Slope };

export const FITTING_CONFIG = object({ weights: VOICE_WEIGHTS, modelsDir: text, threads: count });
export type FittingConfig = ConfigOf<typeof FITTING_CONFIG>;
