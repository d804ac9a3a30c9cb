import type { ModelNode } from '../../../onnx/index.ts';
import { CONTEXT_FRAMES, frameLayers, type XVectorNetwork } from '../../../speaker-embedding/index.ts';
import { joined, type Part } from './part.ts';
import { numberTensor } from './windows.ts';

/** Natural logarithm of an energy. Frames more than 39 dB below the loudest are pauses. */
const QUIET = 9;
/** Keeps the slope of the square root finite for outputs that are never active. */
const LEAST_VARIANCE = 1e-8;

/** Computes `Voiceprints` as a graph: `energy` and `cepstra` of a sound → `print` [1, 128, 1], unit length. */
export function print({ layers, head }: XVectorNetwork): Part {
  const { rows, columns, values } = head.matrix;
  return joined(
    { nodes: [...SPEECH_ONLY], tensors: [numberTensor('quiet', QUIET), ...SHAPES] },
    frameLayers(layers),
    {
      nodes: [...POOLED],
      tensors: [
        numberTensor('least_variance', LEAST_VARIANCE),
        { name: 'head', shape: [rows, columns, 1], values },
        { name: 'head_bias', shape: [rows], values: head.bias },
      ],
    },
  );
}

const SHAPES = [
  { name: 'list', shape: [1], values: BigInt64Array.of(-1n) },
  {
    name: 'context',
    shape: [6],
    values: BigInt64Array.from([0, 0, CONTEXT_FRAMES, 0, 0, CONTEXT_FRAMES], BigInt),
  },
];

const SPEECH_ONLY: readonly ModelNode[] = [
  { operator: 'ReduceMax', inputs: ['energy'], output: 'loudest' },
  { operator: 'Sub', inputs: ['loudest', 'quiet'], output: 'faintest' },
  { operator: 'Greater', inputs: ['energy', 'faintest'], output: 'is_speech' },
  { operator: 'Reshape', inputs: ['is_speech', 'list'], output: 'speech_list' },
  { operator: 'NonZero', inputs: ['speech_list'], output: 'speech_row' },
  { operator: 'Reshape', inputs: ['speech_row', 'list'], output: 'speech_places' },
  { operator: 'Gather', inputs: ['cepstra', 'speech_places'], output: 'speech', attributes: { axis: 2 } },
  { operator: 'GlobalAveragePool', inputs: ['speech'], output: 'speech_mean' },
  { operator: 'Sub', inputs: ['speech', 'speech_mean'], output: 'centred' },
  { operator: 'Pad', inputs: ['centred', 'context'], output: 'features', attributes: { mode: 'edge' } },
];

const POOLED: readonly ModelNode[] = [
  { operator: 'GlobalAveragePool', inputs: ['frames'], output: 'frames_mean' },
  { operator: 'Sub', inputs: ['frames', 'frames_mean'], output: 'away' },
  { operator: 'Mul', inputs: ['away', 'away'], output: 'away_squares' },
  { operator: 'GlobalAveragePool', inputs: ['away_squares'], output: 'frames_variance' },
  { operator: 'Add', inputs: ['frames_variance', 'least_variance'], output: 'some_variance' },
  { operator: 'Sqrt', inputs: ['some_variance'], output: 'frames_deviation' },
  {
    operator: 'Concat',
    inputs: ['frames_mean', 'frames_deviation'],
    output: 'pooled',
    attributes: { axis: 1 },
  },
  { operator: 'Conv', inputs: ['pooled', 'head', 'head_bias'], output: 'raw_print' },
  { operator: 'Mul', inputs: ['raw_print', 'raw_print'], output: 'raw_squares' },
  { operator: 'ReduceSum', inputs: ['raw_squares'], output: 'raw_power' },
  { operator: 'Sqrt', inputs: ['raw_power'], output: 'raw_length' },
  { operator: 'Div', inputs: ['raw_print', 'raw_length'], output: 'print' },
];
