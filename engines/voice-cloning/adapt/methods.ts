import { type ConfigOf, count, object, text } from '../../../src/platform/process-pool/index.ts';
import { VOICE_WEIGHTS } from '../../speaker-embedding/index.ts';
import type { Utterance } from '../../speech/index.ts';
import type { Measures } from './judgement.ts';

export type AdaptPayload = {
  learnt: Utterance[];
  judged: Utterance[];
  equaliserDb: readonly number[];
  /** Print of a recording of the person. Null if there is none. */
  person: Float32Array | null;
  steps: number;
};

/** Reported while it runs, from 0 to 1. */
export type AdaptProgress = { share: number };

export type Adapted = {
  /** Of what was learnt: less than all where all of it does not pass. */
  share: number;
  /** As it is kept with the voice. */
  adaptation: string;
  measures: Omit<Measures, 'words'>;
  /** The same of our decoder as it was taught. */
  unadapted: Omit<Measures, 'words'>;
  /** The judged utterances at 24 kHz, for a recogniser or a listener: without equaliser and marks. */
  sounds: { ours: Float32Array; generator: Float32Array }[];
  /** Of processor time, for all of it. */
  cpuSeconds: number;
};

export type AdaptingMethods = { adapt(payload: AdaptPayload): Adapted };

export const ADAPTING_CONFIG = object({
  weights: VOICE_WEIGHTS,
  modelFile: text,
  decoderFile: text,
  threads: count,
});
export type AdaptingConfig = ConfigOf<typeof ADAPTING_CONFIG>;
