import { type Edit, type Graph, keepNeeded, makeNode, type Shape, widenModel } from '../../onnx/index.ts';
import { DURATIONS, SCALED_PITCH } from '../kokoro/methods.ts';

/** Loudness, 80 times a second. */
export const ENERGY = '/encoder/Reshape_1_output_0';
/** Input of the generator: [1, 512, frames]. */
const GENERATOR_INPUT = '/decoder/decoder/decode.3/Div_4_output_0';
/** The same as [1, frames, 512]. */
export const FRAMES = 'vox_frames';
export const WAVEFORM = 'waveform';

/** After six of the twelve layers that read the symbols: together they take nearly half of the time. */
const HALF_READ =
  '/encoder/bert/encoder/albert_layer_groups.0/albert_layers.0/full_layer_layer_norm_5/LayerNormalization_output_0';
/** What is read of the symbols, one vector for each. */
const READ = '/encoder/bert_encoder/Add_output_0';
/** The symbols stretched to their durations. */
const ALIGNED = '/encoder/MatMul_1_output_0';

type Stage = { given: Readonly<Record<string, Shape>>; gives: readonly string[] };

/** What every utterance needs, cut so that others need not wait for the whole of it: reading, prosody, Kokoro's decoder. */
const FRONT: readonly Stage[] = [
  { given: {}, gives: [HALF_READ] },
  { given: { [HALF_READ]: [1, 'symbols', 768] }, gives: [READ] },
  { given: { [READ]: [1, 'symbols', 512] }, gives: [DURATIONS, SCALED_PITCH, ENERGY, ALIGNED] },
  {
    given: {
      [ALIGNED]: [1, 512, 'durations'],
      [SCALED_PITCH]: [1, 'frames'],
      [ENERGY]: [1, 'frames'],
    },
    gives: [GENERATOR_INPUT, FRAMES],
  },
];
const GENERATOR: Stage = {
  given: { [GENERATOR_INPUT]: [1, 512, 'frames'], [SCALED_PITCH]: [1, 'frames'] },
  gives: [WAVEFORM],
};

/** The stages of the front as models, one at a time, then the generator. `model`: as it was assembled. */
export function* modelStages(model: Buffer): Generator<Buffer> {
  for (const { given, gives } of [...FRONT, GENERATOR]) {
    const edit: Edit = {
      rewrite: (graph) => keepNeeded(withFrames(graph), gives, Object.keys(given)),
      domains: [],
      alsoInput: given,
      alsoOutput: gives,
      dropOutput: [WAVEFORM, DURATIONS],
    };
    yield Buffer.concat([...widenModel(model, edit)]);
  }
}

function withFrames({ nodes }: Graph): Pick<Graph, 'nodes'> {
  const transpose = makeNode('Transpose', [GENERATOR_INPUT], [FRAMES], { perm: { ints: [0, 2, 1] } });
  return { nodes: [...nodes, transpose] };
}
