import type { ModelNode } from '../../../onnx/index.ts';
import { SPECTRUM_BANDS } from '../../../speaker-embedding/index.ts';
import type { Part } from './part.ts';
import { numberTensor } from './windows.ts';

/** So that silence has a logarithm: 40 dB below speech. */
const LEAST_LEVEL = 4e-4;
/** Natural logarithm of a power: what is fainter than the loud frames by more than 30 dB is a pause. */
const QUIET = 6.9;
const LOUD_SHARE = 0.95;

/** Logarithms of the levels, [1, 24, frames]: what `articulationOf` reads. */
export const LEVELS = 'levels';
/** How far what is articulated is from how it was before; 1 is as far as silence. */
export const ARTICULATION_ERROR = 'articulation_error';

/**
 * How each band rises and falls while a sentence is said. Steps of a fitting change neither melody nor durations, so
 * frame by frame a voice can be held against what it said before: its average may move, which is the timbre; its
 * movements are the words.
 */
export type Articulation = {
  /** 1 for each frame of speech, in such units that their mean is 1. */
  frames: Float32Array;
  /** Of each band: one divided by how far it moves. */
  scales: Float32Array;
  /** [24, frames], in units of how far each band moves. */
  movements: Float32Array;
};

/** Nothing was said before that words could be held against. */
export const UNSAID: Articulation = {
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
  const spoken = every.filter((frame) => (loudness[frame] ?? 0) > loud - QUIET);
  const mean = (of: (frame: number) => number): number =>
    spoken.reduce((sum, frame) => sum + of(frame), 0) / spoken.length;
  const means = bands.map((band) => mean((frame) => at(band, frame)));
  const away = (band: number, frame: number): number => at(band, frame) - (means[band] ?? 0);
  const scales = bands.map((band) => 1 / Math.sqrt(mean((frame) => away(band, frame) ** 2) + 1e-6));
  const frames = new Float32Array(count);
  for (const frame of spoken) frames[frame] = count / spoken.length;
  return {
    frames,
    scales: Float32Array.from(scales),
    movements: Float32Array.from(levels, (_, place) => {
      const [band, frame] = [Math.floor(place / count), place % count];
      return away(band, frame) * (scales[band] ?? 0);
    }),
  };
}

/** `wide_levels` of `spectrum` → how far its movements are from those that were given. */
export function articulation(): Part {
  return {
    nodes: NODES,
    tensors: [numberTensor('least_level', LEAST_LEVEL), numberTensor('one_band', 1 / SPECTRUM_BANDS)],
  };
}

/** With their shapes; how many frames there are, the sentence decides. */
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
