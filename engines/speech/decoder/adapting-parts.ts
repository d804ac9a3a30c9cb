import {
  createTape,
  differentiate,
  extentsOf,
  floatInitializer,
  fuseGelu,
  type Graph,
  inTurn,
  makeNode,
  type Node,
  type Rewritten,
  type Shape,
  type Tape,
} from '../../onnx/index.ts';
import { ADAPTED_PARTS } from './adaptation.ts';
import {
  CARRIED,
  carriedShapes,
  carryingOn,
  cutOut,
  FIRST_ADAPTED,
  namedTensors,
  ROWS,
  SOUND,
  TOLD,
  toldShapes,
  withAdaptation,
} from './decoder-parts.ts';

/** How far a sound is from the one that it should be. */
export type SoundLoss = {
  /** Its inputs besides the sound. */
  given: Readonly<Record<string, Shape>>;
  /** `harmonic`: the part of the sound that the pulses make. Both are [1, samples]. Returns the loss, [1, 1, 1]. */
  write(tape: Tape, sounds: { sound: string; harmonic: string }): string;
};

export type AdaptingParts = {
  /** Frames → what the blocks that cannot be adapted make of them. */
  rows: Buffer;
  /** From there to the sound, its loss, and the gradient of that by an adaptation. */
  gradient: Buffer;
};

const HARMONIC = 'harmonic';
export const LOSS = 'loss';
export const GRADIENT = 'gradient';
export const BEFORE = { told: TOLD.slice(0, FIRST_ADAPTED), carried: CARRIED.slice(0, FIRST_ADAPTED) };
export const AFTER = { told: TOLD.slice(FIRST_ADAPTED), carried: CARRIED.slice(FIRST_ADAPTED) };

/** The decoder in two, as it learns a voice. The first part is in 8 bits, as in the service; what gradients pass through is in 32. */
export function adaptingParts(model: Buffer, loss: SoundLoss): AdaptingParts {
  const rows = cutOut(model, {
    given: { ...toldShapes(BEFORE.told), ...carriedShapes(BEFORE.carried) },
    gives: [ROWS],
    rewrite: [namedTensors, fuseGelu, carryingOn],
  });
  const adapted = Object.fromEntries(ADAPTED_PARTS.map(({ name, shape }) => [name, shape]));
  const given: Record<string, Shape> = {
    [ROWS]: [1, 'frames', 512],
    ...{ ...toldShapes(AFTER.told), ...carriedShapes(AFTER.carried), ...adapted, ...loss.given },
  };
  const learning = (graph: Graph): Rewritten => withGradient(graph, loss, given);
  const rewrite = [namedTensors, carryingOn, withAdaptation, exactProducts, withHarmonic, learning];
  return { rows, gradient: cutOut(model, { given, gives: [SOUND, LOSS, GRADIENT], rewrite }) };
}

function exactProducts({ nodes }: Graph): Rewritten {
  const exact = nodes.flatMap((node) => {
    if (node.op !== 'DynamicQuantizeMatMul') return [node];
    const [x = '', steps = '', scale = '', , bias = ''] = node.inputs;
    const [output = ''] = node.outputs;
    return [
      makeNode('DequantizeLinear', [steps, scale], [`${output}/weights`], { axis: { int: 1 } }),
      makeNode('MatMul', [x, `${output}/weights`], [`${output}/product`]),
      makeNode('Add', [`${output}/product`, bias], [output]),
    ];
  });
  return { nodes: exact, initializers: [] };
}

/** Repeats what follows the sum of both parts of the sound, for the pulses alone. */
function withHarmonic({ nodes }: Graph): Rewritten {
  const maker = (name: string | undefined): Node | undefined =>
    nodes.find(({ outputs }) => outputs[0] === name);
  const spectrum = maker(nodes.findLast(({ op }) => op === 'MatMul')?.inputs[0]);
  if (spectrum?.op !== 'Concat') throw new Error('the decoder does not end with a Fourier transform');
  const after = nodes.slice(nodes.indexOf(spectrum));
  const alone = new Map(after.flatMap(({ outputs }) => outputs.map((name) => [name, `${HARMONIC}/${name}`])));
  for (const sum of spectrum.inputs) alone.set(sum, maker(sum)?.inputs[0] ?? '');
  const renamed = (names: readonly string[]): string[] => names.map((name) => alone.get(name) ?? name);
  const repeated = after.map((node) => ({
    ...node,
    inputs: renamed(node.inputs),
    outputs: renamed(node.outputs),
  }));
  return { nodes: [...nodes, ...repeated], initializers: [] };
}

function withGradient(graph: Graph, loss: SoundLoss, given: Record<string, Shape>): Rewritten {
  const tape = createTape(LOSS);
  const value = loss.write(tape, { sound: SOUND, harmonic: `${HARMONIC}/${SOUND}` });
  const written = tape.written();
  const one = floatInitializer('vox_one', Float32Array.of(1), [1, 1, 1]);
  const extended = {
    nodes: [...graph.nodes, ...written.nodes, makeNode('Identity', [value], [LOSS])],
    initializers: [...written.initializers, one],
  };
  return inTurn(
    graph,
    () => extended,
    (whole) => {
      const { gradients, nodes, initializers } = differentiate(whole, {
        of: LOSS,
        arriving: one.name,
        by: ADAPTED_PARTS.map(({ name }) => name),
        extents: extentsOf({ ...given, tone: [1, 'samples'], noise: [1, 'samples'] }),
      });
      const joining = createTape(GRADIENT);
      const flat = gradients.map((name) => joining.node('Reshape', [name, joining.intConstant([-1])]));
      const joined = joining.written();
      const named = makeNode('Concat', flat, [GRADIENT], { axis: { int: 0 } });
      return {
        nodes: [...whole.nodes, ...nodes, ...joined.nodes, named],
        initializers: [...initializers, ...joined.initializers],
      };
    },
  );
}
