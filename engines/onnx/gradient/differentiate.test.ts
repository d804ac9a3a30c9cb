import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floatInitializer, intInitializer, makeNode } from '../graph.ts';
import { differentiate } from './differentiate.ts';
import { assertGradient, type Differentiated } from './testing/check-gradient.ts';

const waves = (length: number, rate = 1.7): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin(rate * i + 1));
const ints = (...values: number[]) => ({ ints: values });
const SOUND = [1, 4, 9];

const CASES: Record<string, Differentiated> = {
  'exponentials and logarithms': {
    nodes: [makeNode('Exp', ['x'], ['e']), makeNode('Log', ['e'], ['l']), makeNode('Exp', ['l'], ['y'])],
    shape: [2, 3],
  },
  'sines and cosines': {
    nodes: [makeNode('Sin', ['x'], ['s']), makeNode('Cos', ['x'], ['c']), makeNode('Sub', ['s', 'c'], ['y'])],
    shape: [2, 3],
  },
  'roots and quotients': {
    nodes: [
      makeNode('Sqrt', ['x'], ['r']),
      makeNode('Div', ['x', 'r'], ['q']),
      makeNode('Div', ['q', 'x'], ['y']),
    ],
    shape: [2, 3],
    range: [0.5, 2],
  },
  rectifiers: {
    nodes: [
      makeNode('LeakyRelu', ['x'], ['l'], { alpha: { float: 0.2 } }),
      makeNode('Relu', ['x'], ['r']),
      makeNode('Add', ['l', 'r'], ['y']),
    ],
    shape: [3, 7],
    range: [-1.5, 1],
  },
  'numbers that are used for a whole axis': {
    nodes: [makeNode('Mul', ['x', 'row'], ['m']), makeNode('Add', ['m', 'x'], ['y'])],
    initializers: [floatInitializer('row', waves(10), [2, 1, 5])],
    shape: [1, 3, 1],
  },
  'numbers that are used for axes they do not have': {
    nodes: [makeNode('Sub', ['block', 'x'], ['s']), makeNode('Mul', ['s', 's'], ['y'])],
    initializers: [floatInitializer('block', waves(24), [2, 3, 4])],
    shape: [3, 1],
  },
  'a product of matrices': {
    nodes: [makeNode('Gemm', ['x', 'w', 'b'], ['y'], { transB: { int: 1 } })],
    initializers: [floatInitializer('w', waves(12), [3, 4]), floatInitializer('b', waves(3))],
    shape: [2, 4],
  },
  'a convolution with dilation': convolution('Conv', [3, 4, 5], { dilations: ints(2), pads: ints(3, 1) }),
  'a convolution in groups': convolution('Conv', [6, 2, 3], { group: { int: 2 }, pads: ints(1, 1) }),
  'a convolution that leaves moments out': convolution('Conv', [3, 4, 4], { strides: ints(3) }),
  'a transposed convolution': convolution('ConvTranspose', [4, 2, 6], { strides: ints(3), pads: ints(2, 2) }),
  'a transposed convolution of each channel': convolution('ConvTranspose', [4, 1, 3], {
    strides: ints(2),
    pads: ints(1, 1),
    output_padding: ints(1),
    group: { int: 4 },
  }),
  'a norm by the sound, its scales and its shifts': {
    nodes: [
      makeNode('GlobalAveragePool', ['x'], ['means']),
      makeNode('Reshape', ['means', 'list'], ['scales']),
      makeNode('Exp', ['scales'], ['shifts']),
      makeNode('InstanceNormalization', ['x', 'scales', 'shifts'], ['y'], { epsilon: { float: 1e-2 } }),
    ],
    initializers: [intInitializer('list', [-1])],
    shape: SOUND,
  },
  'a norm with constants': {
    nodes: [
      makeNode('BatchNormalization', ['x', 'scale', 'scale', 'scale', 'ones'], ['y'], {
        epsilon: { float: 0.5 },
      }),
    ],
    initializers: [
      floatInitializer('scale', waves(4)),
      floatInitializer('ones', new Float32Array(4).fill(1)),
    ],
    shape: SOUND,
  },
  'parts that are cut out and joined again': {
    nodes: [
      makeNode('Slice', ['x', 'one', 'end', 'one'], ['tail']),
      makeNode('Concat', ['tail', 'x', 'tail'], ['joined'], { axis: { int: 1 } }),
      makeNode('Mul', ['joined', 'joined'], ['y']),
    ],
    initializers: [intInitializer('one', [1]), intInitializer('end', [3])],
    shape: SOUND,
  },
  'ends that are mirrored and repeated': {
    nodes: [
      makeNode('Pad', ['x', 'pads'], ['mirrored'], { mode: { text: 'reflect' } }),
      makeNode('Pad', ['mirrored', 'pads'], ['y'], { mode: { text: 'edge' } }),
    ],
    initializers: [intInitializer('pads', [0, 0, 3, 0, 0, 1])],
    shape: SOUND,
  },
  'moments that are chosen, some of them twice': {
    nodes: [makeNode('Gather', ['x', 'places'], ['y'], { axis: { int: 2 } })],
    initializers: [intInitializer('places', [4, 0, 4, 7])],
    shape: SOUND,
  },
  'moments that are all repeated': {
    nodes: [
      makeNode('Resize', ['x', '', 'scales'], ['y'], {
        mode: { text: 'nearest' },
        nearest_mode: { text: 'floor' },
        coordinate_transformation_mode: { text: 'asymmetric' },
      }),
    ],
    initializers: [floatInitializer('scales', Float32Array.of(1, 1, 2))],
    shape: SOUND,
  },
  'products of matrices on either side': {
    nodes: [
      makeNode('Transpose', ['x'], ['t'], { perm: ints(0, 2, 1) }),
      makeNode('MatMul', ['t', 'w'], ['m']),
      makeNode('Reshape', ['x', 'square'], ['right']),
      makeNode('MatMul', ['m', 'right'], ['y']),
    ],
    initializers: [floatInitializer('w', waves(12), [3, 4]), intInitializer('square', [4, 3])],
    shape: [1, 3, 4],
  },
  'a norm by each row, its scales and its shifts': {
    nodes: [
      makeNode('Slice', ['x', 'zero', 'one', 'one'], ['row']),
      makeNode('Reshape', ['row', 'list'], ['scales']),
      makeNode('Exp', ['scales'], ['shifts']),
      makeNode('LayerNormalization', ['x', 'scales', 'shifts'], ['y'], { epsilon: { float: 1e-2 } }),
    ],
    initializers: [intInitializer('zero', [0]), intInitializer('one', [1]), intInitializer('list', [-1])],
    shape: [1, 4, 7],
  },
  'absolute values, limits and the error function': {
    nodes: [
      makeNode('Erf', ['x'], ['e']),
      makeNode('Min', ['e', 'limit'], ['m']),
      makeNode('Abs', ['m'], ['a']),
      makeNode('Identity', ['a'], ['y']),
    ],
    initializers: [floatInitializer('limit', Float32Array.of(0.5))],
    shape: [3, 7],
    // No number is at a kink.
    range: [-1.1, 0.9],
  },
  'ends that are padded with zeros': {
    nodes: [makeNode('Pad', ['x', 'pads'], ['p']), makeNode('Mul', ['p', 'p'], ['y'])],
    initializers: [intInitializer('pads', [0, 1, 3, 0, 0, 2])],
    shape: SOUND,
  },
  'axes that are added, and a sum of all': {
    nodes: [
      makeNode('Unsqueeze', ['x', 'last'], ['u']),
      makeNode('Mul', ['u', 'u'], ['square']),
      makeNode('ReduceSum', ['square'], ['sum']),
      makeNode('Div', ['u', 'sum'], ['y']),
    ],
    initializers: [intInitializer('last', [-1])],
    shape: [1, 4],
  },
};

for (const [what, given] of Object.entries(CASES))
  test(`${what}: the gradient matches the effect of a small step`, () => assertGradient(given));

function convolution(
  op: string,
  shape: number[],
  attributes: Parameters<typeof makeNode>[3],
): Differentiated {
  const weights = floatInitializer('w', waves(shape.reduce((product, one) => product * one, 1)), shape);
  return { nodes: [makeNode(op, ['x', 'w'], ['y'], attributes)], initializers: [weights], shape: SOUND };
}

const GRAPH = {
  outputs: ['y'],
  constant: () => undefined,
  shape: () => undefined,
  weights: () => undefined,
};
const WANTED = { of: 'y', arriving: 'one', by: ['x'], extents: { x: ['many'] } } as const;

test('detached tensors pass no gradient on', () => {
  const nodes = [makeNode('Exp', ['x'], ['e']), makeNode('Mul', ['e', 'x'], ['y'])];
  const { nodes: back } = differentiate({ ...GRAPH, nodes }, { ...WANTED, detached: ['e'] });
  assert.deepEqual(
    back.map(({ op, inputs }) => [op, ...inputs]),
    [['Mul', 'one', 'e']],
  );
});

test('an operation without a rule is reported, not skipped', () => {
  const nodes = [makeNode('Tan', ['x'], ['y'])];
  assert.throws(() => differentiate({ ...GRAPH, nodes }, WANTED), /no rule to differentiate Tan/);
});

test('a tensor that does not depend on the input has no gradient', () => {
  const nodes = [makeNode('Exp', ['z'], ['y'])];
  assert.throws(() => differentiate({ ...GRAPH, nodes }, WANTED), /does not depend on x/);
});
