import { type ConfigOf, count, object, text } from '../../../src/platform/process-pool/index.ts';
import { MARK_CONFIG } from '../../watermark/index.ts';

export const KOKORO_CONFIG = object({
  modelFile: text,
  decoderFile: text,
  threads: count,
  marks: MARK_CONFIG,
});
export type KokoroConfig = ConfigOf<typeof KOKORO_CONFIG>;
export type NetworkFiles = Omit<KokoroConfig, 'marks'>;

/** What the networks are given. */
export type Utterance = {
  ids: number[];
  /** 256 numbers: timbre, then prosody. Blends and clones only have different numbers. */
  style: Float32Array;
  speed: number;
  f0Scale: number;
  /** Concatenated offsets for the parts of the decoder. Absent: all use the style alone. */
  timbreOffsets?: readonly number[] | undefined;
};

export type SpeakPayload = Utterance & {
  equaliserDb: readonly number[];
  /** Kokoro's own for custom voices to which ours is not adapted, since they lose likeness by it: training/decoder/README.md. */
  generator: 'kokoro' | 'vox';
  /** Adapts our decoder to the voice, as it is kept. */
  adaptation?: string | undefined;
  /** Nobody will hear it. */
  unmarked: boolean;
};

export type KokoroMethods = {
  /** Reports `SpokenPart`s. */
  speak(payload: SpeakPayload): undefined;
};

/** First what is known before the sound, then the sound, about half a second at a time. */
export type SpokenPart = SpokenFacts | Float32Array;
export type SpokenFacts = {
  /** Duration of each of `ids`, in frames. */
  durations: number[];
  /** Where the sound begins in the utterance. Silence before it was not made. */
  firstSample: number;
};

/** Name of the tensor with the durations; the assembled model has it as an output. */
export const DURATIONS = '/encoder/Clip_output_0';

/** Pitch for each half frame as the encoder predicts it, and the input that scales it. */
export const PITCH = '/encoder/Reshape_output_0';
export const PITCH_SCALE = 'f0_scale';
/** The scaled pitch, as the decoder gets it. */
export const SCALED_PITCH = `${PITCH}/scaled`;
