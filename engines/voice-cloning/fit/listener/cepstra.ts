import { lowPass } from '../../../dsp/index.ts';
import { MFCC } from '../../../speaker-embedding/index.ts';
import type { Part } from './part.ts';
import { bandWeights, fourierWeights, numberTensor } from './windows.ts';

const {
  BANDS,
  COEFFICIENTS,
  COSINES,
  FFT_SIZE,
  FRAME_SAMPLES,
  FULL_SCALE,
  HOP_SAMPLES,
  NOISE_POWER,
  PRE_EMPHASIS,
  WINDOW,
} = MFCC;
/** Downsamples 24 kHz to the 8 kHz of the voice network. */
const FACTOR = 3;
const BINS = FFT_SIZE / 2;
const FRAMES = { kernel_shape: [FRAME_SAMPLES], strides: [HOP_SAMPLES] };

/** Computes `mfcc` as a graph: 24 kHz `sound` [1, 1, samples] → `energy` [1, 1, frames], `cepstra` [1, 23, frames]. */
export function cepstra(): Part {
  const taps = lowPass(FACTOR).map((tap) => tap * FULL_SCALE);
  const pad = (taps.length - 1) / 2;
  const ones = new Float32Array(FRAME_SAMPLES).fill(1);
  const frequencies = Array.from({ length: BINS }, (_, k) => k / FFT_SIZE);
  return {
    nodes: [
      conv('sound', 'lower_taps', 'lower', {
        kernel_shape: [taps.length],
        strides: [FACTOR],
        pads: [pad, pad],
      }),
      conv('lower', 'frame_waves', 'frame_bins', FRAMES),
      { operator: 'Mul', inputs: ['frame_bins', 'frame_bins'], output: 'frame_powers' },
      conv('frame_powers', 'frame_bands', 'band_powers', {}, 'noise_power'),
      { operator: 'Log', inputs: ['band_powers'], output: 'band_logs' },
      conv('band_logs', 'cosines', 'timbre', {}),
      // Energy around the mean of a frame: that of its samples minus that of the mean.
      { operator: 'Mul', inputs: ['lower', 'lower'], output: 'squares' },
      conv('squares', 'frame_ones', 'frame_squares', FRAMES, 'least_energy'),
      conv('lower', 'frame_means', 'frame_mean', FRAMES),
      { operator: 'Mul', inputs: ['frame_mean', 'frame_mean'], output: 'mean_squares' },
      { operator: 'Sub', inputs: ['frame_squares', 'mean_squares'], output: 'energies' },
      { operator: 'Log', inputs: ['energies'], output: 'energy' },
      { operator: 'Concat', inputs: ['energy', 'timbre'], output: 'cepstra', attributes: { axis: 1 } },
    ],
    tensors: [
      { name: 'lower_taps', shape: [1, 1, taps.length], values: Float32Array.from(taps) },
      fourierWeights('frame_waves', frequencies, seenThroughWindow, FRAME_SAMPLES),
      bandWeights('frame_bands', BANDS, BINS),
      numberTensor('noise_power', ...BANDS.map(() => NOISE_POWER)),
      {
        name: 'cosines',
        shape: [COEFFICIENTS - 1, COEFFICIENTS, 1],
        values: Float32Array.from(COSINES.subarray(COEFFICIENTS)),
      },
      { name: 'frame_ones', shape: [1, 1, FRAME_SAMPLES], values: ones },
      numberTensor('least_energy', FRAME_SAMPLES),
      {
        name: 'frame_means',
        shape: [1, 1, FRAME_SAMPLES],
        values: ones.map(() => 1 / Math.sqrt(FRAME_SAMPLES)),
      },
    ],
  };
}

function conv(input: string, weights: string, output: string, attributes: object, bias?: string) {
  const inputs = [input, weights, ...(bias === undefined ? [] : [bias])];
  return { operator: 'Conv', inputs, output, attributes: { ...attributes } };
}

/** Folds mean removal, pre-emphasis and window into the wave that the frame is multiplied with. */
function seenThroughWindow(wave: Float64Array): Float64Array {
  const windowed = wave.map((value, n) => value * (WINDOW[n] ?? 0));
  const emphasised = windowed.map((value, n) => value - PRE_EMPHASIS * (windowed[n + 1] ?? 0));
  // The first sample is its own predecessor.
  emphasised[0] = (emphasised[0] ?? 0) - PRE_EMPHASIS * (windowed[0] ?? 0);
  const mean = emphasised.reduce((sum, value) => sum + value, 0) / wave.length;
  return emphasised.map((value) => value - mean);
}
