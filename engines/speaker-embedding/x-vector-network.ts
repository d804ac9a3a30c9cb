import { componentOf, type Matrix, readMatrixFile, readTextVector } from './kaldi-format.ts';

/** Convolution over time, followed by a rectifier. Weights: output, input, tap. */
export type FrameLayer = {
  outputs: number;
  inputs: number;
  taps: number;
  dilation: number;
  weights: Float32Array;
  bias: Float32Array;
};

/** Maps mean and deviation of the last layer's outputs to the print. */
export type Head = { matrix: Matrix; bias: Float32Array };

export type XVectorNetwork = { layers: FrameLayer[]; head: Head };

const FRAME_LAYERS = [
  { name: 'tdnn1', taps: 5, dilation: 1 },
  { name: 'tdnn2', taps: 3, dilation: 2 },
  { name: 'tdnn3', taps: 3, dilation: 3 },
  { name: 'tdnn4', taps: 1, dilation: 1 },
  { name: 'tdnn5', taps: 1, dilation: 1 },
];
/** Context of a frame of the last layer, in frames on each side. */
export const CONTEXT_FRAMES = FRAME_LAYERS.reduce(
  (sum, { taps, dilation }) => sum + ((taps - 1) / 2) * dilation,
  0,
);

export type XVectorFiles = { network: Buffer; mean: string; transform: Buffer };

/** Reads the network and folds every batch norm into the following layer. */
export function readXVectorNetwork(files: XVectorFiles): XVectorNetwork {
  let before: Norm | null = null;
  const layers: FrameLayer[] = [];
  for (const { name, taps, dilation } of FRAME_LAYERS) {
    const { matrix, bias } = affineOf(files.network, name);
    if (before) fold(before, matrix, bias);
    const inputs = matrix.columns / taps;
    const weights = tapsLast(matrix, taps);
    layers.push({ outputs: matrix.rows, inputs, taps, dilation, weights, bias });
    before = normOf(files.network, name);
  }
  return { layers, head: headOf(files, before) };
}

/** Centred and whitened, as the network's authors did before they compared prints. */
function headOf(files: XVectorFiles, norm: Norm | null): Head {
  const { matrix, bias } = affineOf(files.network, 'tdnn6');
  if (norm) fold(pooled(norm), matrix, bias);
  const mean = readTextVector(files.mean);
  const transform = readMatrixFile(files.transform);
  const centred = { rows: bias.length, columns: 1, values: bias.map((value, i) => value - (mean[i] ?? 0)) };
  return { matrix: product(transform, matrix), bias: product(transform, centred).values };
}

type Affine = { matrix: Matrix; bias: Float32Array };

function affineOf(network: Buffer, name: string): Affine {
  const component = componentOf(network, `${name}.affine`);
  return { matrix: component.matrix('LinearParams'), bias: component.vector('BiasParams') };
}

type Norm = { scale: Float32Array; offset: Float32Array };

function normOf(network: Buffer, name: string): Norm {
  const component = componentOf(network, `${name}.batchnorm`);
  const epsilon = component.number('Epsilon');
  const targetRms = component.number('TargetRms');
  const scale = component.vector('StatsVar').map((variance) => targetRms / Math.sqrt(variance + epsilon));
  const offset = component.vector('StatsMean').map((mean, i) => -mean * (scale[i] ?? 0));
  return { scale, offset };
}

/** A norm shifts the mean, but only scales the deviation after it. */
function pooled({ scale, offset }: Norm): Norm {
  const size = scale.length;
  return {
    scale: Float32Array.from({ length: 2 * size }, (_, i) => scale[i % size] ?? 0),
    offset: Float32Array.from({ length: 2 * size }, (_, i) => (i < size ? (offset[i] ?? 0) : 0)),
  };
}

/** A matrix over several frames has their inputs one after another, so the norm repeats. */
function fold({ scale, offset }: Norm, { rows, columns, values }: Matrix, bias: Float32Array): void {
  for (let row = 0; row < rows; row += 1) {
    let moved = 0;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const weight = values[at] as number;
      moved += weight * (offset[column % offset.length] as number);
      values[at] = weight * (scale[column % scale.length] as number);
    }
    bias[row] = (bias[row] as number) + moved;
  }
}

function tapsLast({ rows, columns, values }: Matrix, taps: number): Float32Array {
  const inputs = columns / taps;
  const weights = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1)
    for (let tap = 0; tap < taps; tap += 1)
      for (let input = 0; input < inputs; input += 1)
        weights[(row * inputs + input) * taps + tap] = values[row * columns + tap * inputs + input] as number;
  return weights;
}

function product(a: Matrix, b: Matrix): Matrix {
  if (a.columns !== b.rows) throw new Error(`${a.columns} columns do not fit ${b.rows} rows`);
  const values = new Float32Array(a.rows * b.columns);
  for (let row = 0; row < a.rows; row += 1)
    for (let k = 0; k < a.columns; k += 1) {
      const factor = a.values[row * a.columns + k] as number;
      for (let column = 0; column < b.columns; column += 1) {
        const at = row * b.columns + column;
        values[at] = (values[at] as number) + factor * (b.values[k * b.columns + column] as number);
      }
    }
  return { rows: a.rows, columns: b.columns, values };
}
