import type { Tensor } from 'onnxruntime-node';
import type { NetworkFiles } from '../kokoro/methods.ts';
import type { SoundLoss } from './adapting-parts.ts';
import type { DecoderInput } from './decode-windows.ts';
import { FRAME_SAMPLES } from './excitation.ts';
import type { HybridInput } from './hybrid.ts';

/** Frames on either side of a window that the adapted blocks see. */
export const REACH = 4;

/** A sentence as Kokoro's generator speaks it, with what our decoder is given for the same. */
export type Lesson = {
  /** Numbers of frames and samples: as many of both networks. */
  frames: number;
  sound: Float32Array;
  input: DecoderInput;
  phases: Float64Array;
  told: Record<string, Tensor>;
  /** From `REACH` frames before the sentence to as many after it. */
  rows: Float32Array;
};

/** Frames of a lesson, and where the noise begins. */
export type LessonWindow = { from: number; to: number; noiseFrom: number };

export type Adapting = {
  lesson(input: HybridInput): Promise<Lesson>;
  /** Sound of a window, its loss, and the gradient of that by the adaptation. `given`: the inputs of the loss. */
  gradient(
    lesson: Lesson,
    window: LessonWindow,
    adaptation: Float32Array,
    given: Readonly<Record<string, Float32Array>>,
  ): Promise<{ sound: Float32Array; loss: number; gradient: Float32Array }>;
  /** Our decoder's sound of the lesson, as the service makes it. */
  speak(lesson: Lesson, adaptation?: Float32Array): Promise<Float32Array>;
};

export const soundOf = ({ sound }: Lesson, { from, to }: LessonWindow): Float32Array =>
  sound.subarray(from * FRAME_SAMPLES, to * FRAME_SAMPLES);

/** Loads a library that the API, which imports this engine too, does without. */
export async function loadAdapting(loss: SoundLoss, files: NetworkFiles): Promise<Adapting> {
  const { openAdapting } = await import('./adapting.ts');
  return openAdapting(loss, files);
}
