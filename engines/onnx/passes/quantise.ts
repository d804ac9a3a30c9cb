import {
  bytes,
  floatInitializer,
  type Graph,
  type Initializer,
  intInitializer,
  makeNode,
  type Node,
  type Rewritten,
} from '../graph.ts';
import { type Convolution, convolutionOf } from './convolution.ts';

export const MICROSOFT = 'com.microsoft';

/** The axis, which every quantised convolution uses. */
const TIME = 'vox_q_time';
/** A range of places, and its shape as a column. */
const FIRST = 'vox_q_first';
const STEP = 'vox_q_step';
const UPRIGHT = 'vox_q_upright';

const LARGEST = 127;
/** Gives weights that are all zero a scale too, so that nothing is divided by zero. */
const SMALLEST = 1e-6;

/**
 * Convolutions over time as products of 8-bit numbers with 32-bit sums: the input by the range that it has each time,
 * the weights by that of each output channel, and the result in floats again. The runtime's own 8-bit convolutions
 * either give 8 bits back or are slow; so the columns are laid out by hand and multiplied as matrices.
 */
export function quantiseConvs(graph: Graph, isWanted: (name: string) => boolean): Rewritten {
  const initializers: Initializer[] = [
    intInitializer(TIME, [1]),
    { name: FIRST, shape: [], values: BigInt64Array.of(0n) },
    { name: STEP, shape: [], values: BigInt64Array.of(1n) },
    intInitializer(UPRIGHT, [-1, 1]),
  ];
  const nodes = graph.nodes.flatMap((node) => {
    const convolution = isWanted(node.outputs[0] ?? '') ? convolutionOf(graph, node) : null;
    if (!convolution) return [node];
    const [, , biasName = ''] = node.inputs;
    const bias = graph.weights(biasName)?.values;
    if (biasName !== '' && !bias) return [node];
    const made = quantised(node, convolution, bias);
    initializers.push(...made.initializers);
    return made.nodes;
  });
  return { nodes, initializers };
}

function quantised(node: Node, convolution: Convolution, bias: Float32Array | undefined): Rewritten {
  const [output = ''] = node.outputs;
  const name = (part: string): string => `${output}/q/${part}`;
  const initializers: Initializer[] = [];
  const keep = (initializer: Initializer, part: string): string => {
    initializers.push(initializer);
    return name(part);
  };
  const list = (part: string, values: number[]): string => keep(intInitializer(name(part), values), part);
  const { matrix, scales } = inBytes(convolution);
  const { outs, phases } = convolution;
  const biases = bias && Float32Array.from({ length: phases * outs }, (_, i) => bias[i % outs] ?? 0);
  const product = makeNode(
    'MatMulIntegerToFloat',
    [
      name('columns'),
      keep(bytes(name('matrix'), matrix, [matrix.length / scales.length, scales.length]), 'matrix'),
      name('input_scale'),
      keep(floatInitializer(name('scales'), scales), 'scales'),
      name('input_zero'),
      // Each has its own: where onnxruntime turns signed weights into unsigned ones (x64 without VNNI), a shared one is refused.
      keep(bytes(name('zero'), Int8Array.of(0)), 'zero'),
      ...(biases ? [keep(floatInitializer(name('biases'), biases), 'biases')] : []),
    ],
    [name('product')],
  );
  const nodes = [
    makeNode(
      'DynamicQuantizeLinear',
      node.inputs.slice(0, 1),
      ['bytes', 'input_scale', 'input_zero'].map(name),
    ),
    makeNode('Transpose', [name('bytes')], [name('turned')], TURNED),
    ...columns(convolution, name, list),
    { ...product, domain: MICROSOFT },
    ...(phases > 1 ? inPhases(convolution, name, list) : []),
    makeNode('Transpose', [name(phases > 1 ? 'moments' : 'product')], [output], TURNED),
  ];
  return { nodes, initializers };
}

const TURNED = { perm: { ints: [0, 2, 1] } };

type Name = (part: string) => string;
type List = (part: string, values: number[]) => string;

type Matrix = Pick<Convolution, 'weights' | 'steps' | 'starts' | 'ins' | 'outs' | 'phases'>;

/** [parts · ins, phases · outs], each column by its own scale. */
export function inBytes({ weights, steps, starts, ins, outs, phases }: Matrix) {
  const columns = phases * outs;
  const matrix = new Int8Array(weights.length);
  const scales = new Float32Array(columns);
  for (let column = 0; column < columns; column++) {
    const base = Math.floor(column / outs) * steps.phase + (column % outs) * steps.out;
    let largest = SMALLEST;
    for (let part = 0; part < starts.length; part++)
      for (let one = 0; one < ins; one++)
        largest = Math.max(largest, Math.abs(weights[base + part * steps.part + one * steps.in] ?? 0));
    const scale = largest / LARGEST;
    scales[column] = scale;
    for (let part = 0; part < starts.length; part++)
      for (let one = 0; one < ins; one++) {
        const weight = weights[base + part * steps.part + one * steps.in] ?? 0;
        matrix[(part * ins + one) * columns + column] = Math.round(weight / scale);
      }
  }
  return { matrix, scales };
}

/** Puts beside each moment those that the convolution sees from it. One gather copies them by all threads. */
function columns({ pad, starts, span, ins }: Convolution, name: Name, list: List): Node[] {
  const pads = list('pads', [0, pad, 0, 0, pad, 0]);
  return [
    makeNode('Pad', [name('turned'), pads, name('input_zero')], [name('padded')]),
    makeNode('Shape', [name('padded')], [name('length')], { start: { int: 1 }, end: { int: 2 } }),
    makeNode('Sub', [name('length'), list('span', [span])], [name('rows')]),
    makeNode('Squeeze', [name('rows')], [name('count')]),
    makeNode('Range', [FIRST, name('count'), STEP], [name('each')]),
    makeNode('Reshape', [name('each'), UPRIGHT], [name('upright')]),
    makeNode('Add', [name('upright'), list('starts', starts)], [name('places')]),
    makeNode('Gather', [name('padded'), name('places')], [name('seen')], { axis: { int: 1 } }),
    makeNode('Reshape', [name('seen'), list('width', [1, -1, starts.length * ins])], [name('columns')]),
  ];
}

/** The moments that each row has made, one after another, without those beyond the ends. */
function inPhases({ outs, surplus }: Convolution, name: Name, list: List): Node[] {
  return [
    makeNode('Reshape', [name('product'), list('shape', [1, -1, outs])], [name('phases')]),
    makeNode(
      'Slice',
      [name('phases'), list('first', [surplus]), list('last', [-surplus]), TIME],
      [name('moments')],
    ),
  ];
}
