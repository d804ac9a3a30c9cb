import {
  fuseGelu,
  type Graph,
  type Initializer,
  inTurn,
  intInitializer,
  keepNeeded,
  makeNode,
  type Node,
  type Rewritten,
  type Shape,
  widenModel,
} from '../../onnx/index.ts';
import { adaptable } from './adaptable.ts';
import { ADAPTED_NORMS, ADAPTED_PARTS, RANK } from './adaptation.ts';

export const SOUND = 'sound';
/** Input of the first block that can be adapted. */
export const ROWS = 'rows';
export const FIRST_ADAPTED = ADAPTED_NORMS[0] ?? 0;
/** One before each of ten blocks, one before the filters. */
const NORMS = 11;
const WIDTH = 512;
/** Frames on either side of a window with which its sound overlaps. */
const OVERLAP = 1;
/** Frames that the convolutions reach to either side, and the overlap. */
export const CONTEXT_FRAMES = 15;

const each = (name: string): string[] => Array.from({ length: NORMS }, (_, i) => `${name}/${i}`);
/** The norms get their knowledge of voice and utterance through these tensors. */
export const TOLD = each('told');
/** Frames that a window leaves to the next. The first window is given none. */
export const CARRIED = each('carried');
/** Output for the input of the same name. */
export const nextOf = (carried: string): string => `${carried}/next`;
export const NO_FRAMES = [1, 0, WIDTH];

export type DecoderParts = {
  /** Voice and statistics → what the norms are told. The same for all windows. */
  conditions: Buffer;
  windows: Buffer;
};

/**
 * The exported decoder computes each window together with the frames that its convolutions see on either side, which nearly
 * doubles the work. Here a convolution keeps its last frames for the next window, so that each frame is computed once.
 */
export function decoderParts(model: Buffer): DecoderParts {
  const next = CARRIED.map(nextOf);
  const given = { ...toldShapes(TOLD), ...carriedShapes(CARRIED), ...ADAPTED_SHAPES };
  const conditions = cutOut(model, { given: {}, gives: TOLD, rewrite: [namedTensors] });
  const rewrite = [namedTensors, fuseGelu, carryingOn, withAdaptation];
  const windows = cutOut(model, { given, gives: [SOUND, ...next], rewrite });
  return { conditions, windows };
}

type Cut = {
  given: Readonly<Record<string, Shape>>;
  gives: readonly string[];
  rewrite: readonly ((graph: Graph) => Rewritten)[];
};

export function cutOut(model: Buffer, { given, gives, rewrite }: Cut): Buffer {
  const cut = (graph: Graph): Rewritten => keepNeeded(graph, gives, Object.keys(given));
  const edit = {
    rewrite: (graph: Graph) => inTurn(graph, ...rewrite, cut),
    domains: [],
    alsoInput: given,
    alsoOutput: gives.filter((name) => name !== SOUND),
    dropOutput: gives.includes(SOUND) ? [] : [SOUND],
  };
  return Buffer.concat([...widenModel(model, edit)]);
}

export const toldShapes = (names: readonly string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name) => [name, [2 * WIDTH]]));
export const carriedShapes = (names: readonly string[]): Record<string, Shape> =>
  Object.fromEntries(names.map((name) => [name, [1, `${name}/frames`, WIDTH]]));
/** A product of rank 0 adds nothing. */
const ADAPTED_SHAPES: Record<string, Shape> = Object.fromEntries(
  ADAPTED_PARTS.map(({ name, shape }) => [name, shape.map((size) => (size === RANK ? 'rank' : size))]),
);

export const withAdaptation = (graph: Graph): Rewritten => adaptable(graph, TOLD);

function norms(nodes: readonly Node[]): Node[] {
  const found = nodes.filter(({ op }) => op === 'LayerNormalization');
  if (found.length !== NORMS) throw new Error(`the decoder has ${found.length} norms, not ${NORMS}`);
  return found;
}

function makers(nodes: readonly Node[]): (name: string | undefined) => Node {
  const byOutput = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  return (name = '') => {
    const node = byOutput.get(name);
    if (!node) throw new Error(`nothing in the decoder makes ${name}`);
    return node;
  };
}

/** Scale and shift of a norm are halves of one tensor. */
export function namedTensors({ nodes }: Graph): Rewritten {
  const maker = makers(nodes);
  const names = new Map(norms(nodes).map(({ inputs }, i) => [maker(inputs[1]).inputs[0], TOLD[i]]));
  names.set(inputOfBlock(nodes, FIRST_ADAPTED), ROWS);
  const renamed = (all: string[]): string[] => all.map((name) => names.get(name) ?? name);
  const named = nodes.map((node) => ({
    ...node,
    inputs: renamed(node.inputs),
    outputs: renamed(node.outputs),
  }));
  return { nodes: named, initializers: [] };
}

/** A block begins with a convolution over time, its first and last axis exchanged before and after, and a norm. */
function inputOfBlock(nodes: readonly Node[], block: number): string | undefined {
  const maker = makers(nodes);
  const convolution = maker(maker(norms(nodes)[block]?.inputs[0]).inputs[0]);
  return maker(convolution.inputs[0]).inputs[0];
}

export function carryingOn({ nodes, shape }: Graph): Rewritten {
  const maker = makers(nodes);
  const initializers: Initializer[] = [intInitializer('vox_time', [1]), intInitializer('vox_end', [2 ** 40])];
  const edited = new Map<Node, Node[]>();
  /** A block adds its input to its output, but only the frames in the middle of those that its convolution sees. */
  const middles = new Map<string, string>();
  for (const [i, norm] of norms(nodes).entries()) {
    const carried = CARRIED[i] ?? '';
    const before = maker(norm.inputs[0]);
    const convolution = before.op === 'Slice' ? null : maker(before.inputs[0]);
    const first = convolution ? maker(convolution.inputs[0]) : before;
    const [x = ''] = first.inputs;
    const [, , width = 0] = shape(convolution?.inputs[1] ?? '') ?? [];
    const reach = convolution ? (width - 1) / 2 : OVERLAP;
    const [joined, middle, from, to, last] = ['joined', 'middle', 'from', 'to', 'last'].map(
      (part) => `${carried}/${part}`,
    ) as [string, string, string, string, string];
    initializers.push(
      intInitializer(from, [reach]),
      intInitializer(to, [-reach]),
      intInitializer(last, [-2 * reach]),
    );
    const all = convolution ? joined : (before.outputs[0] ?? '');
    const joining = [
      makeNode('Concat', [carried, x], [all], { axis: { int: 1 } }),
      makeNode('Slice', [all, last, 'vox_end', 'vox_time'], [nextOf(carried)]),
    ];
    if (!convolution) {
      edited.set(before, joining);
      continue;
    }
    middles.set(x, middle);
    const inMiddle = makeNode('Slice', [all, from, to, 'vox_time'], [middle]);
    edited.set(first, [...joining, inMiddle, { ...first, inputs: [joined] }]);
    // The convolution needs no padding: the frames on either side are there.
    const { inputs, outputs } = convolution;
    edited.set(convolution, [makeNode('Conv', inputs, outputs, { group: { int: WIDTH } })]);
  }
  const withMiddle = (node: Node): Node =>
    node.op === 'Add' ? { ...node, inputs: node.inputs.map((name) => middles.get(name) ?? name) } : node;
  return { nodes: nodes.flatMap((node) => edited.get(node) ?? [withMiddle(node)]), initializers };
}
