import {
  type Edit,
  fuseGelu,
  type Graph,
  inTurn,
  keepNeeded,
  makeNode,
  quantiseProducts,
  type Rewritten,
  type Shape,
  widenModel,
} from '../../onnx/index.ts';
import { DURATIONS, SCALED_PITCH } from '../kokoro/methods.ts';

/** Loudness, 80 times a second. */
export const ENERGY = '/encoder/Reshape_1_output_0';
/** Input of the generator: [1, 512, frames]. */
const GENERATOR_INPUT = '/decoder/decoder/decode.3/Div_4_output_0';
/** The same as [1, frames, 512]. */
export const FRAMES = 'vox_frames';
export const WAVEFORM = 'waveform';

/** Layers that read the symbols. All have the same weights, so one of them is kept and run twelve times. */
const LAYERS = 12;
const EMBEDDED = '/encoder/bert/encoder/embedding_hidden_mapping_in/Add_output_0';
const afterLayer = (index: number): string =>
  `/encoder/bert/encoder/albert_layer_groups.0/albert_layers.0/full_layer_layer_norm${index === 0 ? '' : `_${index}`}/LayerNormalization_output_0`;
const READ = afterLayer(LAYERS - 1);
/** The symbols as they sound, before they are stretched. */
const SOUNDS = '/encoder/text_encoder/Transpose_2_output_0';
/** The symbols stretched to their durations, for the sound and for the melody. */
const ALIGNED = '/encoder/MatMul_1_output_0';
const ALIGNED_FOR_MELODY = '/encoder/MatMul_output_0';
const MELODY = '/encoder/shared/LSTM_output_0';
/** The tensor after three of the five blocks of Kokoro's decoder. */
const HALF_DECODED = '/decoder/decoder/Concat_3_output_0';

/** The tensors before, between and after the layers. */
const READINGS = [EMBEDDED, afterLayer(0), afterLayer(1), READ];

/** Names a tensor between the stages. The symbols keep one name however far they have been read. */
export function knownAs(tensor: string): string {
  return READINGS.includes(tensor) ? READ : tensor;
}

type Stage = {
  given: Readonly<Record<string, Shape>>;
  gives: readonly string[];
  times?: number;
  rewrite?: ((graph: Graph) => Rewritten)[];
};

const DECODED = {
  [ALIGNED]: [1, 512, 'durations'],
  [SCALED_PITCH]: [1, 'frames'],
  [ENERGY]: [1, 'frames'],
} as const;

/** Every utterance needs these stages and those after them. They are cut so that others wait less. Timbre and pitch factor play no part here. */
const READING: readonly Stage[] = [
  { given: {}, gives: [EMBEDDED] },
  {
    given: { [afterLayer(0)]: [1, 'symbols', 768] },
    gives: [afterLayer(1)],
    times: LAYERS,
    rewrite: [fuseGelu, quantiseProducts],
  },
  { given: {}, gives: [SOUNDS] },
  {
    given: { [READ]: [1, 'symbols', 768], [SOUNDS]: [1, 512, 'symbols'] },
    gives: [DURATIONS, ALIGNED, ALIGNED_FOR_MELODY],
  },
  { given: { [ALIGNED_FOR_MELODY]: [1, 640, 'durations'] }, gives: [MELODY] },
];
/** Pitch, loudness, Kokoro's decoder. */
const SPEAKING: readonly Stage[] = [
  { given: { [MELODY]: ['durations', 2, 1, 256] }, gives: [SCALED_PITCH] },
  { given: { [MELODY]: ['durations', 2, 1, 256] }, gives: [ENERGY] },
  { given: DECODED, gives: [HALF_DECODED] },
  { given: { ...DECODED, [HALF_DECODED]: [1, 1_090, 'durations'] }, gives: [GENERATOR_INPUT, FRAMES] },
];
const GENERATOR: Stage = {
  given: { [GENERATOR_INPUT]: [1, 512, 'frames'], [SCALED_PITCH]: [1, 'frames'] },
  gives: [WAVEFORM],
};

export type StageModel = { model: Buffer; times: number; isReading: boolean };

/** The stages that every utterance needs, as models, one at a time. `model`: as it was assembled. */
export function* frontStages(model: Buffer): Generator<StageModel> {
  for (const stage of [...READING, ...SPEAKING])
    yield { model: cutOut(model, stage), times: stage.times ?? 1, isReading: READING.includes(stage) };
}

export function generatorStage(model: Buffer): Buffer {
  return cutOut(model, GENERATOR);
}

function cutOut(model: Buffer, { given, gives, rewrite = [] }: Stage): Buffer {
  const cut = (graph: Graph): Rewritten => keepNeeded(withFrames(graph), gives, Object.keys(given));
  const edit: Edit = {
    rewrite: (graph) => inTurn(graph, cut, ...rewrite),
    domains: [],
    alsoInput: given,
    alsoOutput: gives,
    dropOutput: [WAVEFORM, DURATIONS],
  };
  return Buffer.concat([...widenModel(model, edit)]);
}

function withFrames({ nodes }: Graph): Pick<Graph, 'nodes'> {
  const transpose = makeNode('Transpose', [GENERATOR_INPUT], [FRAMES], { perm: { ints: [0, 2, 1] } });
  return { nodes: [...nodes, transpose] };
}
