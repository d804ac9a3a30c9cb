import { type ConfigOf, count, object, text } from '../../../platform/process-pool/index.ts';

export const KOKORO_CONFIG = object({ modelFile: text, threads: count });
export type KokoroConfig = ConfigOf<typeof KOKORO_CONFIG>;

export type SpeakPayload = {
  ids: number[];
  /** 256 numbers: timbre, then prosody. Blends and clones only have different numbers. */
  style: Float32Array;
  speed: number;
  f0Scale: number;
  /** Concatenated offsets for the parts of the decoder. Absent: all use the style alone. */
  timbreOffsets?: readonly number[] | undefined;
  equaliserDb: readonly number[];
};

export type KokoroMethods = {
  /** `frames`: duration of each of `ids`. */
  speak(payload: SpeakPayload): { samples: Float32Array; frames: number[] };
};

/** Name of the tensor with the durations; the assembled model has it as an output. */
export const DURATIONS = '/encoder/Clip_output_0';

/** Pitch for each half frame as the encoder predicts it, and the input that scales it. */
export const PITCH = '/encoder/Reshape_output_0';
export const PITCH_SCALE = 'f0_scale';
/** The scaled pitch, as the decoder gets it. */
export const SCALED_PITCH = `${PITCH}/scaled`;
