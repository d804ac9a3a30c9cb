import type { Edit, Graph, Rewritten } from '../../onnx/index.ts';
import { fuse, inTurn, keepNeeded, MICROSOFT, makeNode } from '../../onnx/index.ts';
import { DURATIONS, SCALED_PITCH } from '../kokoro/methods.ts';
import { quantiseHeavy, SPEAKER_INPUTS, scalePitch } from '../kokoro/model-edit.ts';
import { splitTimbre } from '../kokoro/timbre-parts.ts';

/** Loudness, 80 times a second. */
export const ENERGY = '/encoder/Reshape_1_output_0';
/** Input of the generator: [1, 512, frames]. */
const GENERATOR_INPUT = '/decoder/decoder/decode.3/Div_4_output_0';
/** The same as [1, frames, 512]. */
export const FRAMES = 'vox_frames';

const OUTPUTS = [DURATIONS, SCALED_PITCH, ENERGY, FRAMES];

/** Kokoro without its generator, otherwise edited as the whole model is. */
export const FRONT_EDIT: Edit = {
  rewrite: (graph) =>
    inTurn(graph, fuse, scalePitch, splitTimbre, quantiseHeavy, transposeFrames, (edited) =>
      keepNeeded(edited, OUTPUTS),
    ),
  domains: [MICROSOFT],
  alsoInput: SPEAKER_INPUTS,
  alsoOutput: OUTPUTS,
  dropOutput: ['waveform'],
};

function transposeFrames({ nodes }: Graph): Rewritten {
  const transpose = makeNode('Transpose', [GENERATOR_INPUT], [FRAMES], { perm: { ints: [0, 2, 1] } });
  return { nodes: [...nodes, transpose], initializers: [] };
}
