import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floats, make, wholeNumbers } from '../graph.ts';
import { differentiate } from './differentiate.ts';
import { assertGradient, type Differentiated } from './testing/check-gradient.ts';

const waves = (length: number, rate = 1.7): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin(rate * i + 1));
const ints = (...values: number[]) => ({ ints: values });
const SOUND = [1, 4, 9];

const CASES: Record<string, Differentiated> = {
  'exponentials and logarithms': {
    nodes: [make('Exp', ['x'], ['e']), make('Log', ['e'], ['l']), make('Exp', ['l'], ['y'])],
    shape: [2, 3],
  },
  'sines and cosines': {
    nodes: [make('Sin', ['x'], ['s']), make('Cos', ['x'], ['c']), make('Sub', ['s', 'c'], ['y'])],
    shape: [2, 3],
  },
  'roots and quotients': {
    nodes: [make('Sqrt', ['x'], ['r']), make('Div', ['x', 'r'], ['q']), make('Div', ['q', 'x'], ['y'])],
    shape: [2, 3],
    range: [0.5, 2],
  },
  rectifiers: {
    nodes: [
      make('LeakyRelu', ['x'], ['l'], { alpha: { float: 0.2 } }),
      make('Relu', ['x'], ['r']),
      make('Add', ['l', 'r'], ['y']),
    ],
    shape: [3, 7],
    range: [-1.5, 1],
  },
  'numbers that are used for a whole axis': {
    nodes: [make('Mul', ['x', 'row'], ['m']), make('Add', ['m', 'x'], ['y'])],
    initializers: [floats('row', waves(10), [2, 1, 5])],
    shape: [1, 3, 1],
  },
  'numbers that are used for axes they do not have': {
    nodes: [make('Sub', ['block', 'x'], ['s']), make('Mul', ['s', 's'], ['y'])],
    initializers: [floats('block', waves(24), [2, 3, 4])],
    shape: [3, 1],
  },
  'a product of matrices': {
    nodes: [make('Gemm', ['x', 'w', 'b'], ['y'], { transB: { int: 1 } })],
    initializers: [floats('w', waves(12), [3, 4]), floats('b', waves(3))],
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
      make('GlobalAveragePool', ['x'], ['means']),
      make('Reshape', ['means', 'list'], ['scales']),
      make('Exp', ['scales'], ['shifts']),
      make('InstanceNormalization', ['x', 'scales', 'shifts'], ['y'], { epsilon: { float: 1e-2 } }),
    ],
    initializers: [wholeNumbers('list', [-1])],
    shape: SOUND,
  },
  'a norm with constants': {
    nodes: [
      make('BatchNormalization', ['x', 'scale', 'scale', 'scale', 'ones'], ['y'], {
        epsilon: { float: 0.5 },
      }),
    ],
    initializers: [floats('scale', waves(4)), floats('ones', new Float32Array(4).fill(1))],
    shape: SOUND,
  },
  'parts that are cut out and joined again': {
    nodes: [
      make('Slice', ['x', 'one', 'end', 'one'], ['tail']),
      make('Concat', ['tail', 'x', 'tail'], ['joined'], { axis: { int: 1 } }),
      make('Mul', ['joined', 'joined'], ['y']),
    ],
    initializers: [wholeNumbers('one', [1]), wholeNumbers('end', [3])],
    shape: SOUND,
  },
  'ends that are mirrored and repeated': {
    nodes: [
      make('Pad', ['x', 'pads'], ['mirrored'], { mode: { text: 'reflect' } }),
      make('Pad', ['mirrored', 'pads'], ['y'], { mode: { text: 'edge' } }),
    ],
    initializers: [wholeNumbers('pads', [0, 0, 3, 0, 0, 1])],
    shape: SOUND,
  },
  'moments that are chosen, some of them twice': {
    nodes: [make('Gather', ['x', 'places'], ['y'], { axis: { int: 2 } })],
    initializers: [wholeNumbers('places', [4, 0, 4, 7])],
    shape: SOUND,
  },
  'moments that are all repeated': {
    nodes: [
      make('Resize', ['x', '', 'scales'], ['y'], {
        mode: { text: 'nearest' },
        nearest_mode: { text: 'floor' },
        coordinate_transformation_mode: { text: 'asymmetric' },
      }),
    ],
    initializers: [floats('scales', Float32Array.of(1, 1, 2))],
    shape: SOUND,
  },
  'axes that are added, and a sum of all': {
    nodes: [
      make('Unsqueeze', ['x', 'last'], ['u']),
      make('Mul', ['u', 'u'], ['square']),
      make('ReduceSum', ['square'], ['sum']),
      make('Div', ['u', 'sum'], ['y']),
    ],
    initializers: [wholeNumbers('last', [-1])],
    shape: [1, 4],
  },
};

for (const [what, given] of Object.entries(CASES))
  test(`${what}: the gradient is what a small step does`, () => assertGradient(given));

function convolution(op: string, shape: number[], attributes: Parameters<typeof make>[3]): Differentiated {
  const weights = floats('w', waves(shape.reduce((product, one) => product * one, 1)), shape);
  return { nodes: [make(op, ['x', 'w'], ['y'], attributes)], initializers: [weights], shape: SOUND };
}

const GRAPH = {
  outputs: ['y'],
  constant: () => undefined,
  shape: () => undefined,
  weights: () => undefined,
};
const WANTED = { of: 'y', arriving: 'one', by: 'x', extents: { x: ['many'] } } as const;

test('what is detached passes nothing on', () => {
  const nodes = [make('Exp', ['x'], ['e']), make('Mul', ['e', 'x'], ['y'])];
  const { nodes: back } = differentiate({ ...GRAPH, nodes }, { ...WANTED, detached: ['e'] });
  assert.deepEqual(
    back.map(({ op, inputs }) => [op, ...inputs]),
    [['Mul', 'one', 'e']],
  );
});

test('an operation without a rule is named, not passed over', () => {
  const nodes = [make('Erf', ['x'], ['y'])];
  assert.throws(() => differentiate({ ...GRAPH, nodes }, WANTED), /no rule to differentiate Erf/);
});

test('what does not depend on the input has no gradient', () => {
  const nodes = [make('Exp', ['z'], ['y'])];
  assert.throws(() => differentiate({ ...GRAPH, nodes }, WANTED), /does not depend on x/);
});
