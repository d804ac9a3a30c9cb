import type { Edit, ModelNode, Tensor } from '../../onnx/index.ts';
import {
  differentiate,
  extentsOf,
  floatInitializer,
  fuse,
  type Graph,
  inTurn,
  MICROSOFT,
  makeNode,
  nodeOf,
  type Rewritten,
  type Shape,
} from '../../onnx/index.ts';
import { quantiseHeavy, SPEAKER_INPUTS, scalePitch } from './model-edit.ts';
import { splitTimbre, TIMBRE, TIMBRE_OFFSETS, TIMBRE_SIZE } from './timbre-parts.ts';

/** Measures the distance of a voice from the target voice. */
export type Listener = {
  nodes: readonly ModelNode[];
  tensors: readonly Tensor[];
  /** Name of its audio input, [1, 1, samples]. */
  sound: string;
  /** Its other inputs, with shapes. */
  given: Readonly<Record<string, Shape>>;
  /** The loss, [1, 1, 1]. */
  loss: string;
  outputs: readonly string[];
  /** Tensors that only select, such as a mask of speech frames. No gradient flows through them. */
  detached: readonly string[];
};

/** Sum of the overlapping windows of the audio. After it, the model only removes their constant weight and trims the ends. */
const OVERLAPPED = '/decoder/decoder/generator/istft/stft/ConvTranspose_output_0';
/** Four windows overlap each sample; the sum of their squares is 1½. */
const WINDOWS = 4 / 1.5;
/** The source tone follows the melody, not the timbre. */
const TONE = '/decoder/decoder/generator/STFT_output_0';

export const GRADIENT = 'timbre_gradient';

/**
 * Extends the published model to return the gradient of a loss with respect to the timbre, beside the audio. The forward
 * pass uses 8 bits, as in the service. The backward pass uses 32: gradients are large in few places, and 8 bits would lose
 * the rest. With `exact`, both use 32.
 */
export function gradientEdit(listener: Listener, { exact = false } = {}): Edit {
  const backward = (graph: Graph): Rewritten => withListenerGradient(graph, listener);
  const edits = [fuse, scalePitch, splitTimbre, backward, ...(exact ? [] : [quantiseHeavy])];
  return {
    rewrite: (graph) => inTurn(graph, ...edits),
    domains: [MICROSOFT],
    alsoInput: { ...SPEAKER_INPUTS, ...listener.given },
    alsoOutput: [...listener.outputs, GRADIENT],
  };
}

function withListenerGradient(graph: Graph, listener: Listener): Rewritten {
  const { nodes, tensors, sound, given, loss, detached } = listener;
  const own = [
    floatInitializer('vox_windows', Float32Array.of(WINDOWS)),
    floatInitializer('vox_one', Float32Array.of(1), [1, 1, 1]),
  ];
  const extended = [
    ...graph.nodes,
    makeNode('Mul', [OVERLAPPED, 'vox_windows'], [sound]),
    ...nodes.map(nodeOf),
  ];
  return inTurn(
    graph,
    () => ({ nodes: extended, initializers: [...own, ...tensors] }),
    (whole) => {
      const back = differentiate(whole, {
        of: loss,
        arriving: 'vox_one',
        by: [TIMBRE_OFFSETS],
        detached: [TONE, ...detached],
        extents: extentsOf({ [TIMBRE]: [1, TIMBRE_SIZE], ...SPEAKER_INPUTS, ...given }),
      });
      const named = makeNode('Identity', back.gradients, [GRADIENT]);
      return { nodes: [...whole.nodes, ...back.nodes, named], initializers: back.initializers };
    },
  );
}
