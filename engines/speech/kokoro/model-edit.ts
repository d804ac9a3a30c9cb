import type { Edit } from '../../onnx/index.ts';
import {
  fuse,
  type Graph,
  inTurn,
  MICROSOFT,
  makeNode,
  quantiseConvs,
  type Rewritten,
} from '../../onnx/index.ts';
import { DURATIONS, PITCH, PITCH_SCALE, SCALED_PITCH } from './methods.ts';
import { splitTimbre, TIMBRE_OFFSETS, TIMBRE_PARTS, TIMBRE_SIZE } from './timbre-parts.ts';

/** These layers take more than four fifths of the time. The layers for pitch and durations stay unchanged. */
const HEAVY_CONVS = /^\/decoder\/decoder\/(generator\/(resblocks|noise_res|ups)|encode|decode)[./]/u;

/** Inputs for a custom voice, beside its style. */
export const SPEAKER_INPUTS = { [PITCH_SCALE]: [1], [TIMBRE_OFFSETS]: [TIMBRE_PARTS, TIMBRE_SIZE] };

/** Edits to the published model at assembly, in addition to widening its numbers. */
export const KOKORO_EDIT: Edit = {
  rewrite: (graph) => inTurn(graph, fuse, scalePitch, splitTimbre, quantiseHeavy),
  domains: [MICROSOFT],
  alsoInput: SPEAKER_INPUTS,
  alsoOutput: [DURATIONS],
};

export function quantiseHeavy(graph: Graph): Rewritten {
  return quantiseConvs(graph, (name) => HEAVY_CONVS.test(name));
}

/** Multiplies the pitch between the encoder, which predicts the prosody, and the decoder, which makes the sound. */
export function scalePitch({ nodes }: Graph): Rewritten {
  return {
    nodes: nodes.flatMap((node) => {
      const inputs = node.inputs.map((name) => (name === PITCH ? SCALED_PITCH : name));
      const same = { ...node, inputs };
      return node.outputs.includes(PITCH)
        ? [same, makeNode('Mul', [PITCH, PITCH_SCALE], [SCALED_PITCH])]
        : [same];
    }),
    initializers: [],
  };
}
