import type { ModelNode } from '../../../onnx/index.ts';
import { SPECTRUM_BANDS } from '../../../speaker-embedding/index.ts';
import type { Part } from './part.ts';
import { numberTensor } from './windows.ts';

/** Keeps the logarithm of silence finite: 40 dB below speech. */
const LEAST_LEVEL = 4e-4;
/** Natural logarithm of a power. Frames more than 30 dB below the loud ones are pauses. */
const QUIET = 6.9;
const LOUD_SHARE = 0.95;

/** Log levels, [1, 24, frames]. Input of `articulationOf`. */
export const LEVELS = 'levels';
/** Difference from the original articulation. 1 is the distance to silence. */
export const ARTICULATION_ERROR = 'articulation_error';

/**
 * How each band rises and falls over a sentence. Fitting steps change neither melody nor durations, so a voice can be
 * compared with its start frame by frame: a change of the average is timbre, a change of the movements is a change of
 * the words.
 */
export type Articulation = {
  /** Weight of each frame: equal for speech, 0 for pauses, with a mean of 1. */
  frames: Float32Array;
  /** Reciprocal of each band's standard deviation over the frames of speech. */
  scales: Float32Array;
  /** [24, frames], in standard deviations of each band. */
  movements: Float32Array;
};

/** No original articulation to compare with. */
export const NO_ARTICULATION: Articulation = {
  frames: new Float32Array(1),
  scales: new Float32Array(SPECTRUM_BANDS),
  movements: new Float32Array(SPECTRUM_BANDS),
};

export function articulationOf(levels: Float32Array): Articulation {
  const count = levels.length / SPECTRUM_BANDS;
  const at = (band: number, frame: number): number => levels[band * count + frame] ?? 0;
  const every = Array.from({ length: count }, (_, frame) => frame);
  const bands = Array.from({ length: SPECTRUM_BANDS }, (_, band) => band);
  const loudness = every.map((frame) =>
    Math.log(bands.reduce((sum, band) => sum + Math.exp(at(band, frame)), 0)),
  );
  const loud = loudness.toSorted((a, b) => a - b)[Math.floor(LOUD_SHARE * (count - 1))] ?? 0;
  const speech = every.filter((frame) => (loudness[frame] ?? 0) > loud - QUIET);
  const mean = (of: (frame: number) => number): number =>
    speech.reduce((sum, frame) => sum + of(frame), 0) / speech.length;
  const means = bands.map((band) => mean((frame) => at(band, frame)));
  const away = (band: number, frame: number): number => at(band, frame) - (means[band] ?? 0);
  const scales = bands.map((band) => 1 / Math.sqrt(mean((frame) => away(band, frame) ** 2) + 1e-6));
  const frames = new Float32Array(count);
  for (const frame of speech) frames[frame] = count / speech.length;
  return {
    frames,
    scales: Float32Array.from(scales),
    movements: Float32Array.from(levels, (_, place) => {
      const band = Math.floor(place / count);
      const frame = place % count;
      return away(band, frame) * (scales[band] ?? 0);
    }),
  };
}

/** `wide_levels` of `spectrum` → difference of its movements from the given ones. */
export function articulation(): Part {
  return {
    nodes: NODES,
    tensors: [numberTensor('least_level', LEAST_LEVEL), numberTensor('one_band', 1 / SPECTRUM_BANDS)],
  };
}

/** Inputs with their shapes. The number of frames depends on the sentence. */
export const ARTICULATION_INPUTS = {
  said_frames: [1, 1, 'frames'],
  said_scales: [1, SPECTRUM_BANDS, 1],
  said_movements: [1, SPECTRUM_BANDS, 'frames'],
} as const;

export function articulationInputs({ frames, scales, movements }: Articulation) {
  return { said_frames: frames, said_scales: scales, said_movements: movements };
}

const NODES: readonly ModelNode[] = [
  { operator: 'Add', inputs: ['wide_levels', 'least_level'], output: 'some_level' },
  { operator: 'Log', inputs: ['some_level'], output: LEVELS },
  { operator: 'Mul', inputs: [LEVELS, 'said_frames'], output: 'spoken_levels' },
  { operator: 'GlobalAveragePool', inputs: ['spoken_levels'], output: 'mean_levels' },
  { operator: 'Sub', inputs: [LEVELS, 'mean_levels'], output: 'movements' },
  { operator: 'Mul', inputs: ['movements', 'said_scales'], output: 'scaled_movements' },
  { operator: 'Sub', inputs: ['scaled_movements', 'said_movements'], output: 'changes' },
  { operator: 'Mul', inputs: ['changes', 'changes'], output: 'change_squares' },
  { operator: 'Mul', inputs: ['change_squares', 'said_frames'], output: 'spoken_changes' },
  { operator: 'GlobalAveragePool', inputs: ['spoken_changes'], output: 'band_changes' },
  { operator: 'ReduceSum', inputs: ['band_changes'], output: 'all_changes' },
  { operator: 'Mul', inputs: ['all_changes', 'one_band'], output: ARTICULATION_ERROR },
];
