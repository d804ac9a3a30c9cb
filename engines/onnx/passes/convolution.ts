import { intsOf } from '../attributes.ts';
import type { Graph, Node, Weights } from '../graph.ts';

/**
 * A convolution over time as one product of matrices: a row has some parts of the sound beside each other, and makes one
 * moment for each phase.
 */
export type Convolution = {
  /** Moments of silence on either side. */
  pad: number;
  /** Where in the padded sound the rows of each part begin. */
  starts: number[];
  /** The padded sound is longer by this than there are rows. */
  span: number;
  ins: number;
  outs: number;
  phases: number;
  /** Moments too many at either end. */
  surplus: number;
  weights: Float32Array;
  /** How far apart in `weights` the neighbours of each kind are. */
  steps: { part: number; in: number; phase: number; out: number };
};

/** Returns null for convolutions of another form. */
export function convolutionOf(graph: Graph, node: Node): Convolution | null {
  const weights = graph.weights(node.inputs[1] ?? '');
  if (weights?.shape.length !== 3) return null;
  if (node.op === 'Conv') return keepingLength(node, weights);
  return node.op === 'ConvTranspose' ? lengthening(node, weights) : null;
}

/** Reads convolutions that keep the length and mix all channels; weights [out, in, width]. */
function keepingLength(node: Node, { shape, values }: Weights): Convolution | null {
  const [outs = 0, ins = 0, width = 0] = shape;
  const { stride, dilation, pad, isPlain } = attributesOf(node);
  const span = (width - 1) * dilation;
  if (!isPlain || stride !== 1 || 2 * pad !== span) return null;
  const starts = Array.from({ length: width }, (_, part) => part * dilation);
  const steps = { part: 1, in: width, phase: 0, out: ins * width };
  return { pad, starts, span, ins, outs, phases: 1, surplus: 0, weights: values, steps };
}

/** Reads those that make `stride` moments of each one and the one before it; weights [in, out, 2 · stride]. */
function lengthening(node: Node, { shape, values }: Weights): Convolution | null {
  const [ins = 0, outs = 0, width = 0] = shape;
  const { stride, dilation, pad, isPlain } = attributesOf(node);
  const isEven = width === 2 * stride && 2 * pad === stride && dilation === 1;
  if (!isPlain || !isEven || intsOf(node, 'output_padding').some((one) => one !== 0)) return null;
  const steps = { part: stride, in: outs * width, phase: 1, out: width };
  const starts = [1, 0];
  const phases = stride;
  return { pad: 1, starts, span: 1, ins, outs, phases, surplus: pad, weights: values, steps };
}

function attributesOf(node: Node) {
  const first = (name: string, fallback: number): number => intsOf(node, name)[0] ?? fallback;
  const pad = first('pads', 0);
  const isPlain = first('group', 1) === 1 && intsOf(node, 'pads').every((one) => one === pad);
  return { stride: first('strides', 1), dilation: first('dilations', 1), pad, isPlain };
}
