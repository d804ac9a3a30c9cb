import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type ModelNode, writeModel } from '../write-model.ts';
import { fuseGelu } from './gelu.ts';
import { MICROSOFT } from './quantise.ts';
import { widenModel } from './widen.ts';

const node = (operator: string, inputs: string[], output: string): ModelNode => ({
  operator,
  inputs,
  output,
});
const CONSTANTS = { half: 0.5, one: 1, three: 3, root: Math.SQRT1_2, cubic: 0.044715, outer: 0.7978845608 };

const ERF = [
  node('Mul', ['x', 'root'], 'scaled'),
  node('Erf', ['scaled'], 'erf'),
  node('Add', ['erf', 'one'], 'more'),
  node('Mul', ['x', 'more'], 'twice'),
  node('Mul', ['twice', 'half'], 'y'),
];
const TANH = [
  node('Mul', ['x', 'half'], 'halved'),
  node('Pow', ['x', 'three'], 'cube'),
  node('Mul', ['cube', 'cubic'], 'small'),
  node('Add', ['x', 'small'], 'sum'),
  node('Mul', ['sum', 'outer'], 'scaled'),
  node('Tanh', ['scaled'], 'tanh'),
  node('Add', ['tanh', 'one'], 'more'),
  node('Mul', ['halved', 'more'], 'y'),
];

const modelOf = (nodes: readonly ModelNode[]): Buffer =>
  writeModel({
    name: 'activation',
    nodes,
    tensors: Object.entries(CONSTANTS).map(([name, value]) => ({
      name,
      shape: [1],
      values: Float32Array.of(value),
    })),
    inputs: [{ name: 'x', shape: [1, 41] }],
    outputs: [{ name: 'y', shape: [1, 41] }],
  });

async function outputOf(model: Buffer): Promise<Float32Array> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  const x = Float32Array.from({ length: 41 }, (_, i) => (i - 20) / 4);
  const { y } = await session.run({ x: new Tensor('float32', x, [1, 41]) });
  assert.ok(y?.data instanceof Float32Array);
  return y.data;
}

for (const [name, nodes] of Object.entries({ Gelu: ERF, FastGelu: TANH }))
  test(`${name} in one node gives what its formula gives`, async () => {
    const operators: string[] = [];
    const rewrite = (graph: Parameters<typeof fuseGelu>[0]) => {
      const fused = fuseGelu(graph);
      operators.push(...fused.nodes.map(({ op }) => op));
      return fused;
    };
    const edit = { rewrite, domains: [MICROSOFT], alsoInput: {}, alsoOutput: [] };
    const model = modelOf(nodes);
    const fused = await outputOf(Buffer.concat([...widenModel(model, edit)]));
    const expected = await outputOf(model);
    assert.ok(operators.includes(name));
    assert.ok(expected.every((value, i) => Math.abs(value - (fused[i] ?? 9)) < 1e-5));
  });
