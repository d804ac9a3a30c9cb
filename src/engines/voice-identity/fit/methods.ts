import type { SpeakerArtifact } from '../../speech/index.ts';
import type { Wanted } from './listener/listener.ts';

export type HearPayload = {
  phonemes: string;
  speaker: SpeakerArtifact;
  wanted: Wanted;
};

/** How alike the speaker is to the voice that is wanted, and how that changes with the timbre. */
export type Slope = {
  /** Cosine of the prints. */
  likeness: number;
  spectrumErrorDb: number;
  /** Of what is to become small, by what each part of the decoder is told. */
  gradient: Float32Array;
};

export type FittingMethods = { hear(payload: HearPayload): Slope };
