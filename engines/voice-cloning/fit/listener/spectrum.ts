import type { Band } from '../../../dsp/index.ts';
import type { ModelNode } from '../../../onnx/index.ts';
import { SPECTRUM_BANDS, SPECTRUM_EDGES_HZ } from '../../../speaker-embedding/index.ts';
import type { Part } from './part.ts';
import { bandWeights, fourierWeights, numberTensor } from './windows.ts';

const RATE = 24_000;
/** 25 ms, every 10 ms. */
const FRAME_SAMPLES = 600;
const HOP_SAMPLES = 240;
const BIN_HZ = 31.25;
const BINS = Math.ceil((SPECTRUM_EDGES_HZ.at(-1) ?? 0) / BIN_HZ) + 1;
/** Share of the loudest frame's power. Fainter frames are pauses. */
const QUIET = 5e-4;
/** Keeps the logarithm of silence finite. */
const LEAST_POWER = 1e-9;

/** Long-term spectrum as a graph: `sound` → `spectrum` [1, 1, 24] in dB, with mean 0 over `bands`. */
export function spectrum(): Part {
  const frequencies = Array.from({ length: BINS }, (_, k) => (k * BIN_HZ) / RATE);
  return {
    nodes: [...NODES],
    tensors: [
      fourierWeights('wide_waves', frequencies, seenThroughHann, FRAME_SAMPLES),
      bandWeights('wide_bands', triangles(), BINS),
      { name: 'all_bands', shape: [1, SPECTRUM_BANDS, 1], values: new Float32Array(SPECTRUM_BANDS).fill(1) },
      numberTensor('quiet_share', QUIET),
      numberTensor('least_power', LEAST_POWER),
      numberTensor('decibels', 10 / Math.LN10),
      { name: 'row', shape: [3], values: BigInt64Array.of(1n, 1n, -1n) },
    ],
  };
}

/** Tensor to detach: it only selects frames, so no gradient flows through it. */
export const SPEECH_MASK = 'wide_mask';
const FLOAT = 1;

const NODES: readonly ModelNode[] = [
  {
    operator: 'Conv',
    inputs: ['sound', 'wide_waves'],
    output: 'wide_bins',
    attributes: { kernel_shape: [FRAME_SAMPLES], strides: [HOP_SAMPLES] },
  },
  { operator: 'Mul', inputs: ['wide_bins', 'wide_bins'], output: 'wide_powers' },
  { operator: 'Conv', inputs: ['wide_powers', 'wide_bands'], output: 'wide_levels' },
  { operator: 'Conv', inputs: ['wide_levels', 'all_bands'], output: 'wide_loudness' },
  { operator: 'ReduceMax', inputs: ['wide_loudness'], output: 'wide_loudest' },
  { operator: 'Mul', inputs: ['wide_loudest', 'quiet_share'], output: 'wide_faintest' },
  { operator: 'Greater', inputs: ['wide_loudness', 'wide_faintest'], output: 'wide_speech' },
  { operator: 'Cast', inputs: ['wide_speech'], output: SPEECH_MASK, attributes: { to: FLOAT } },
  { operator: 'Mul', inputs: ['wide_levels', SPEECH_MASK], output: 'wide_masked' },
  { operator: 'GlobalAveragePool', inputs: ['wide_masked'], output: 'wide_mean' },
  { operator: 'Add', inputs: ['wide_mean', 'least_power'], output: 'wide_some' },
  { operator: 'Log', inputs: ['wide_some'], output: 'wide_logs' },
  { operator: 'Mul', inputs: ['wide_logs', 'decibels'], output: 'wide_decibels' },
  { operator: 'Reshape', inputs: ['wide_decibels', 'row'], output: 'spectrum_row' },
  // Level is not part of a voice: `bands` is 1 for each band that counts, divided by their number.
  { operator: 'Mul', inputs: ['spectrum_row', 'bands'], output: 'spectrum_shares' },
  { operator: 'ReduceSum', inputs: ['spectrum_shares'], output: 'spectrum_level' },
  { operator: 'Sub', inputs: ['spectrum_row', 'spectrum_level'], output: 'spectrum' },
];

function seenThroughHann(wave: Float64Array): Float64Array {
  return wave.map((value, n) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / FRAME_SAMPLES)));
}

/** Triangles that are linear in Hz, like those of `longTermSpectrum`. */
function triangles(): Band[] {
  return Array.from({ length: SPECTRUM_BANDS }, (_, band) => {
    const [low = 0, middle = 0, high = 0] = SPECTRUM_EDGES_HZ.slice(band, band + 3);
    const weights = Float64Array.from({ length: BINS }, (_, k) => {
      const hz = k * BIN_HZ;
      return Math.max(0, Math.min((hz - low) / (middle - low), (high - hz) / (high - middle)));
    });
    return { first: 0, weights };
  });
}
