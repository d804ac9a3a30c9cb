import { bytes, floats, type Graph, intsOf, make, type Node, type Rewritten, wholeNumbers } from './graph.ts';
import type { Piece } from './protobuf.ts';

export const MICROSOFT = 'com.microsoft';

/** Initializers that every quantised convolution uses. */
const TIME = 'vox_q_time';
const ZERO = 'vox_q_zero';

/** Beyond every length; the format's way to say "to the end". */
const TO_THE_END = 2 ** 40;
const LARGEST = 127;

/**
 * Convolutions over time as products of 8-bit numbers with 32-bit sums: the input by the range that it has each time,
 * the weights by that of each output channel, and the result in floats again. The runtime's own 8-bit convolutions
 * either give 8 bits back or are slow; so the columns are laid out by hand and multiplied as matrices.
 */
export function quantiseConvs(graph: Graph, isWanted: (name: string) => boolean): Rewritten {
  const initializers: Piece[][] = [wholeNumbers(TIME, [1]), bytes(ZERO, Int8Array.of(0))];
  const nodes = graph.nodes.flatMap((node) => {
    const shape = isWanted(node.outputs[0] ?? '') ? shapeOf(node) : null;
    const matrix = shape && matrixOf(graph, node.inputs[1] ?? '');
    return shape && matrix ? quantised(node, { ...shape, ...matrix }, initializers) : [node];
  });
  return { nodes, initializers };
}

type Shape = { width: number; dilation: number; pad: number };
type Matrix = { rows: number; outs: number; matrix: Int8Array; scales: Float32Array };

/** Only those that keep the length and mix all channels. */
function shapeOf(node: Node): Shape | null {
  if (node.op !== 'Conv') return null;
  const first = (name: string, fallback: number): number => intsOf(node, name)[0] ?? fallback;
  const [width, dilation, pad] = [first('kernel_shape', 0), first('dilations', 1), first('pads', 0)];
  const keepsLength = first('strides', 1) === 1 && 2 * pad === (width - 1) * dilation;
  const isEven = intsOf(node, 'pads').every((one) => one === pad);
  return width > 0 && keepsLength && isEven && first('group', 1) === 1 ? { width, dilation, pad } : null;
}

/** [out, in, width] floats to [width · in, out] bytes, with a scale for each output. */
function matrixOf(graph: Graph, name: string): Matrix | null {
  const found = graph.weights(name);
  const [outs = 0, ins = 0, width = 0] = found?.shape ?? [];
  if (found?.shape.length !== 3) return null;
  const matrix = new Int8Array(found.values.length);
  const scales = new Float32Array(outs);
  for (let out = 0; out < outs; out++) {
    const row = found.values.subarray(out * ins * width, (out + 1) * ins * width);
    const scale = row.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-8) / LARGEST;
    scales[out] = scale;
    for (let i = 0; i < row.length; i++) {
      const [into, at] = [Math.floor(i / width), i % width];
      matrix[(at * ins + into) * outs + out] = Math.round((row[i] ?? 0) / scale);
    }
  }
  return { rows: width * ins, outs, matrix, scales };
}

function quantised(conv: Node, shape: Shape & Matrix, initializers: Piece[][]): Node[] {
  const [output = ''] = conv.outputs;
  const [input = '', , ...bias] = conv.inputs;
  const name = (part: string): string => `${output}/q/${part}`;
  const turned = { perm: { ints: [0, 2, 1] } };
  initializers.push(
    bytes(name('matrix'), shape.matrix, [shape.rows, shape.outs]),
    floats(name('scales'), shape.scales),
  );
  const product = make(
    'MatMulIntegerToFloat',
    [...['columns', 'matrix', 'input_scale', 'scales', 'input_zero'].map(name), ZERO, ...bias],
    [name('product')],
  );
  return [
    make('DynamicQuantizeLinear', [input], ['bytes', 'input_scale', 'input_zero'].map(name)),
    make('Transpose', [name('bytes')], [name('turned')], turned),
    ...columns(shape, name, initializers),
    { ...product, domain: MICROSOFT },
    make('Transpose', [name('product')], [output], turned),
  ];
}

/** Beside each moment those that the convolution sees from it. */
function columns(
  { width, dilation, pad }: Shape,
  name: (part: string) => string,
  initializers: Piece[][],
): Node[] {
  const list = (part: string, values: number[]): string => {
    initializers.push(wholeNumbers(name(part), values));
    return name(part);
  };
  const padded = make(
    'Pad',
    [name('turned'), list('pads', [0, pad, 0, 0, pad, 0]), name('input_zero')],
    [name('padded')],
  );
  const slices = Array.from({ length: width }, (_, i) => {
    const [from, left] = [i * dilation, 2 * pad - i * dilation];
    const bounds = [list(`from${i}`, [from]), list(`to${i}`, [left > 0 ? -left : TO_THE_END])];
    return make('Slice', [name('padded'), ...bounds, TIME], [name(`slice${i}`)]);
  });
  const parts = slices.flatMap(({ outputs }) => outputs);
  return [padded, ...slices, make('Concat', parts, [name('columns')], { axis: { int: 2 } })];
}
