import type { Edit, ModelNode, Tensor } from '../../onnx/index.ts';
import {
  type Attribute,
  differentiate,
  extentsOf,
  floatInitializer,
  fuse,
  type Graph,
  inTurn,
  MICROSOFT,
  makeNode,
  type Node,
  type Rewritten,
  type Shape,
} from '../../onnx/index.ts';
import { quantiseHeavy, SPEAKER_INPUTS, scalePitch } from './model-edit.ts';
import { splitTimbre, TIMBRE, TIMBRE_OFFSETS, TIMBRE_SIZE } from './timbre-parts.ts';

/** Who hears the voice and says how far it is from the one that is wanted. */
export type Listener = {
  nodes: readonly ModelNode[];
  tensors: readonly Tensor[];
  /** The name under which its nodes take the sound [1, 1, samples]. */
  sound: string;
  /** What else they are given with each run, with its shape. */
  given: Readonly<Record<string, Shape>>;
  /** One number, [1, 1, 1]. */
  loss: string;
  outputs: readonly string[];
  /** What only chooses: which frames are speech is not moved by how loud they are. */
  detached: readonly string[];
};

/** Overlapping windows of the sound, added up; behind it only their even weight is taken away and the ends are cut. */
const OVERLAPPED = '/decoder/decoder/generator/istft/stft/ConvTranspose_output_0';
/** Four windows lie over each sample, the sum of their squares is 1½. */
const WINDOWS = 4 / 1.5;
/** The tone that the sound is made from follows the melody, not the timbre. */
const TONE = '/decoder/decoder/generator/STFT_output_0';

export const GRADIENT = 'timbre_gradient';

/**
 * The published model as one that gives, beside the sound, the gradient of a loss by the timbre. It speaks as the service
 * does, in 8 bits; the way back is in 32, since gradients are loud in few places and would be lost. `exact`: both are.
 */
export function gradientEdit(listener: Listener, { exact = false } = {}): Edit {
  const backward = (graph: Graph): Rewritten => heardAndDifferentiated(graph, listener);
  const edits = [fuse, scalePitch, splitTimbre, backward, ...(exact ? [] : [quantiseHeavy])];
  return {
    rewrite: (graph) => inTurn(graph, ...edits),
    domains: [MICROSOFT],
    alsoInput: { ...SPEAKER_INPUTS, ...listener.given },
    alsoOutput: [...listener.outputs, GRADIENT],
  };
}

function heardAndDifferentiated(graph: Graph, listener: Listener): Rewritten {
  const { nodes, tensors, sound, given, loss, detached } = listener;
  const own = [
    floatInitializer('vox_windows', Float32Array.of(WINDOWS)),
    floatInitializer('vox_one', Float32Array.of(1), [1, 1, 1]),
  ];
  const heard = [
    ...graph.nodes,
    makeNode('Mul', [OVERLAPPED, 'vox_windows'], [sound]),
    ...nodes.map(written),
  ];
  return inTurn(
    graph,
    () => ({ nodes: heard, initializers: [...own, ...tensors] }),
    (whole) => {
      const back = differentiate(whole, {
        of: loss,
        arriving: 'vox_one',
        by: TIMBRE_OFFSETS,
        detached: [TONE, ...detached],
        extents: extentsOf({ [TIMBRE]: [1, TIMBRE_SIZE], ...SPEAKER_INPUTS, ...given }),
      });
      const named = makeNode('Identity', [back.gradient], [GRADIENT]);
      return { nodes: [...whole.nodes, ...back.nodes, named], initializers: back.initializers };
    },
  );
}

function written({ operator, inputs, output, attributes = {} }: ModelNode): Node {
  const own = Object.entries(attributes).map(([name, value]): [string, Attribute] => {
    if (typeof value === 'number') return [name, { int: value }];
    return [name, typeof value === 'string' ? { text: value } : { ints: value }];
  });
  return makeNode(operator, [...inputs], [output], Object.fromEntries(own));
}
