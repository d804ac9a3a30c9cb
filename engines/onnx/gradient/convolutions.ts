import { intsOf } from '../attributes.ts';
import type { Attribute, Node, Weights } from '../graph.ts';
import { input, type Rules, type Step } from './step.ts';

/** Gradients by the input only; the weights are constants. */
export const CONVOLUTIONS: Rules = {
  Conv: (step) => [() => (strideOf(step.node) === 1 ? turnedRound(step) : spreadOut(step))],
  // The same weights, since the two operations are each other's adjoint.
  ConvTranspose: (step) => [
    () => step.tape.node('Conv', [step.gradient, input(step, 1)], geometryOf(step.node)),
  ],
  Gemm: (step) => {
    if (intsOf(step.node, 'transB')[0] !== 1 || intsOf(step.node, 'transA')[0] === 1)
      throw new Error('a product whose right side is not transposed is not expected in this model');
    return [() => step.tape.node('MatMul', [step.gradient, input(step, 1)])];
  },
};

const strideOf = (node: Node): number => intsOf(node, 'strides')[0] ?? 1;

function geometryOf(node: Node): Record<string, Attribute> {
  const kept = ['strides', 'dilations', 'pads', 'kernel_shape'].flatMap((name) => {
    const ints = intsOf(node, name);
    return ints.length > 0 ? [[name, { ints }] as const] : [];
  });
  return { ...Object.fromEntries(kept), group: { int: intsOf(node, 'group')[0] ?? 1 } };
}

/** A convolution with reversed weights: the runtime is faster at convolutions than at transposed ones. */
function turnedRound({ node, gradient, graph, tape }: Step): string {
  const weights = graph.weights(node.inputs[1] ?? '');
  if (!weights) throw new Error(`the weights of ${node.outputs[0]} are not constants`);
  const [dilation = 1] = intsOf(node, 'dilations');
  const [group = 1] = intsOf(node, 'group');
  const width = weights.shape[2] ?? 1;
  const pads = [0, 1].map((side) => dilation * (width - 1) - (intsOf(node, 'pads')[side] ?? 0));
  const turned = turnedWeights(weights, group);
  return tape.node('Conv', [gradient, tape.floatConstant(turned.values, turned.shape)], {
    strides: { ints: [1] },
    dilations: { ints: [dilation] },
    pads: { ints: pads },
    kernel_shape: { ints: [width] },
    group: { int: group },
  });
}

/** [out, in of the group, width] to [in, out of the group, reversed width]. */
function turnedWeights({ shape, values }: Weights, group: number): Weights {
  const [outs = 0, ins = 0, width = 0] = shape;
  const perGroup = outs / group;
  const turned = new Float32Array(values.length);
  for (let out = 0; out < outs; out++)
    for (let one = 0; one < ins; one++) {
      const to = (Math.floor(out / perGroup) * ins + one) * perGroup + (out % perGroup);
      for (let at = 0; at < width; at++)
        turned[to * width + width - 1 - at] = values[(out * ins + one) * width + at] ?? 0;
    }
  return { shape: [ins * group, perGroup, width], values: turned };
}

/** Input after the last window was not used: its gradient is zero. */
function spreadOut(step: Step): string {
  const { node, gradient, tape } = step;
  const transposed = tape.node('ConvTranspose', [gradient, input(step, 1)], geometryOf(node));
  const sizes = [input(step), transposed].map((name) => tape.node('Shape', [name]));
  const pads = tape.node('Concat', [tape.intConstant([0, 0, 0]), tape.node('Sub', sizes)], {
    axis: { int: 0 },
  });
  return tape.node('Pad', [transposed, pads]);
}
