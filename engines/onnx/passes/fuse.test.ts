import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Node } from '../graph.ts';
import { fuse } from './fuse.ts';

const node = (op: string, inputs: string, output: string): Node => ({
  op,
  inputs: inputs.split(' '),
  outputs: [output],
});
const constants: Record<string, number[]> = { time: [2], two: [2], epsilon: [1e-5] };
const fused = (nodes: Node[], outputs: string[]): Node[] =>
  fuse({
    nodes,
    outputs,
    constant: (name) => constants[name],
    shape: () => undefined,
    weights: (name) =>
      name === 'reciprocal' ? { shape: [1, 2, 1], values: Float32Array.of(2, 4) } : undefined,
  }).nodes;
const written = (nodes: Node[]) =>
  nodes.map(({ op, inputs, outputs }) => `${outputs[0]} = ${op} ${inputs.join(' ')}`);

const NORM = [
  node('ReduceMean', 'x time', 'mean'),
  node('Sub', 'x mean', 'centred'),
  node('Mul', 'centred centred', 'squares'),
  node('ReduceMean', 'squares time', 'variance'),
  node('Add', 'variance epsilon', 'moved'),
  node('Sqrt', 'moved', 'deviation'),
  node('Div', 'centred deviation', 'divided'),
  node('Mul', 'gamma divided', 'scaled'),
  node('Add', 'scaled beta', 'a'),
];
const SNAKE = [
  node('Mul', 'alpha a', 'angle'),
  node('Sin', 'angle', 'sine'),
  node('Pow', 'sine two', 'square'),
  node('Mul', 'reciprocal square', 'periodic'),
  node('Add', 'a periodic', 'active'),
  node('Conv', 'active weights bias', 'y'),
];

test('an expanded norm becomes one node with the same output', () => {
  const nodes = fused([...NORM, node('LeakyRelu', 'a', 'y')], ['y']);
  assert.deepEqual(written(nodes), [
    'a/scales = Reshape gamma vox_list_shape',
    'a/shifts = Reshape beta vox_list_shape',
    'a = InstanceNormalization x a/scales a/shifts',
    'y = LeakyRelu a',
  ]);
  assert.deepEqual(nodes[2]?.attributes, { epsilon: { float: 1e-5 } });
});

test('an activation after a norm becomes the angle minus its cosine, scaled and shifted back', () => {
  assert.deepEqual(written(fused([...NORM, ...SNAKE], ['y'])), [
    'active/double = Add alpha alpha',
    'active/scale = Mul gamma active/double',
    'active/shift = Mul beta active/double',
    'active/angle/scales = Reshape active/scale vox_list_shape',
    'active/angle/shifts = Reshape active/shift vox_list_shape',
    'active/angle = InstanceNormalization x active/angle/scales active/angle/shifts',
    'active/cosine = Cos active/angle',
    'active/difference = Sub active/angle active/cosine',
    'active = BatchNormalization active/difference active/half active/half active/none active/one',
    'y = Conv active weights bias',
  ]);
});

test('similar patterns are left alone, and requested outputs stay', () => {
  const overChannels = NORM.map((one) => ({
    ...one,
    inputs: one.inputs.map((name) => (name === 'time' ? 'epsilon' : name)),
  }));
  assert.deepEqual(fused(overChannels, ['a']), overChannels);
  assert.ok(fused([...NORM, ...SNAKE], ['y', 'sine']).some(({ outputs }) => outputs[0] === 'sine'));
});
