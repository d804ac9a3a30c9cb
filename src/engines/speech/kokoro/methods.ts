import { type ConfigOf, count, object, text } from '../../../platform/process-pool/index.ts';

export const KOKORO_CONFIG = object({ modelFile: text, threads: count });
export type KokoroConfig = ConfigOf<typeof KOKORO_CONFIG>;

export type SpeakPayload = {
  ids: number[];
  /** 256 numbers: timbre, then prosody. Blends and clones are only other numbers. */
  style: Float32Array;
  speed: number;
  f0Scale: number;
  /** For each part of the decoder, one behind the other; absent: all hear the style alone. */
  timbreOffsets?: readonly number[] | undefined;
  equaliserDb: readonly number[];
};

export type KokoroMethods = {
  /** `frames`: how long each of `ids` is heard. */
  speak(payload: SpeakPayload): { samples: Float32Array; frames: number[] };
};

/** The name of the tensor that has the durations; the model is assembled so that it gives it away. */
export const DURATIONS = '/encoder/Clip_output_0';

/** The pitch that the encoder has decided on for each half frame, and the input by which it is multiplied. */
export const PITCH = '/encoder/Reshape_output_0';
export const PITCH_SCALE = 'f0_scale';
