import { type ConfigOf, list, object, text } from '../../src/platform/process-pool/index.ts';
import { VOICE_WEIGHTS, type VoiceFeatures } from '../speaker-embedding/index.ts';
import type { Descent } from './match/descend.ts';
import type { SampleReport } from './samples/report.ts';

/** Mono. */
export type Recording = { samples: Float32Array; sampleRate: 16_000 | 24_000 };

/** Mono, at any usual rate, as uploaded. */
export type Sample = { samples: Float32Array; sampleRate: number };

export type CloningMethods = {
  /** Whether a voice can be cloned from it. */
  check(sample: Sample): SampleReport;
  analyse(recording: Recording): VoiceFeatures;
  /** Style that the encoder finds. Takes 16 kHz. */
  encode(payload: { samples: Float32Array }): Float32Array;
  /** Style with this print, independent of the microphone. */
  styleOfPrint(payload: { print: Float32Array; logPitch: number }): Float32Array;
  /** Steps on the surrogate. `predicted` is its output for the final style. */
  descend(payload: Descent): { style: Float32Array; predicted: Float32Array };
};

/** `without`: presets to exclude. */
export const CLONING_CONFIG = object({ weights: VOICE_WEIGHTS, without: list(text) });
export type CloningConfig = ConfigOf<typeof CLONING_CONFIG>;
