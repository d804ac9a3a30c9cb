import { VOICED_HERTZ } from './excitation.ts';

/** Numbers in a frame. */
export const FRAME_SIZE = 512;
export const CURVES = 3;
const LOWEST_HERTZ = 40;
const MIDDLE_HERTZ = 170;
const ENERGY_UNIT = 5;
const USUAL_FRAMES = 400;

/** Returns for each frame the pitch on a log scale (0 if unvoiced), whether it is voiced, and the energy. */
export function curvesOf(pitch: Float32Array, energy: Float32Array): Float32Array {
  const curves = new Float32Array(pitch.length * CURVES);
  for (const [i, hertz] of pitch.entries()) {
    const voiced = hertz > VOICED_HERTZ ? 1 : 0;
    const height = 2 * Math.log(Math.max(hertz, LOWEST_HERTZ) / MIDDLE_HERTZ);
    curves.set([height * voiced, voiced, (energy[i] ?? 0) / ENERGY_UNIT], i * CURVES);
  }
  return curves;
}

/**
 * Returns what the decoder must know about the whole utterance: mean and deviation of each number of a frame, mean
 * pitch, share of voiced frames, mean and deviation of the energy, length.
 */
export function statisticsOf(frames: Float32Array, curves: Float32Array): Float32Array {
  const count = curves.length / CURVES;
  const spread = columns(frames, FRAME_SIZE);
  const { means, deviations } = columns(curves, CURVES);
  const [height = 0, voiced = 0, loudness = 0] = means;
  const few = [
    (height * count) / Math.max(voiced * count, 1),
    voiced,
    loudness,
    deviations[2] ?? 0,
    Math.log(count / USUAL_FRAMES),
  ];
  return Float32Array.of(...spread.means, ...spread.deviations, ...few);
}

/** Mean and deviation of each column of a matrix. */
function columns(values: Float32Array, size: number): { means: Float64Array; deviations: Float64Array } {
  const rows = values.length / size;
  const means = new Float64Array(size);
  const squares = new Float64Array(size);
  for (let i = 0; i < values.length; i += 1)
    means[i % size] = (means[i % size] ?? 0) + (values[i] ?? 0) / rows;
  for (let i = 0; i < values.length; i += 1)
    squares[i % size] = (squares[i % size] ?? 0) + ((values[i] ?? 0) - (means[i % size] ?? 0)) ** 2;
  return { means, deviations: squares.map((sum) => Math.sqrt(sum / Math.max(rows - 1, 1))) };
}
