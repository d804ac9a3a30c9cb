import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { byteSettings } from '../byte-products.ts';
import { sessionOptions } from '../session-options.ts';
import { writeModel } from '../write-model.ts';
import { MICROSOFT } from './quantise.ts';
import { quantiseProducts } from './quantise-products.ts';
import { widenModel } from './widen.ts';

const ROWS = 5;
const INS = 64;
const OUTS = 32;
const wave = (length: number, step: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin(i * step) / (1 + (i % 5)));

const model = writeModel({
  name: 'products',
  nodes: [
    { operator: 'MatMul', inputs: ['x', 'weights'], output: 'product' },
    { operator: 'Add', inputs: ['bias', 'product'], output: 'sum' },
    { operator: 'MatMul', inputs: ['sum', 'more'], output: 'y' },
  ],
  tensors: [
    { name: 'weights', shape: [INS, OUTS], values: wave(INS * OUTS, 7) },
    { name: 'bias', shape: [OUTS], values: wave(OUTS, 3) },
    { name: 'more', shape: [OUTS, OUTS], values: wave(OUTS * OUTS, 5) },
  ],
  inputs: [{ name: 'x', shape: [ROWS, INS] }],
  outputs: [{ name: 'y', shape: [ROWS, OUTS] }],
});

async function outputOf(bytes: Buffer): Promise<Float32Array> {
  const session = await InferenceSession.create(bytes, sessionOptions(1, await byteSettings()));
  const { y } = await session.run({ x: new Tensor('float32', wave(ROWS * INS, 2), [ROWS, INS]) });
  assert.ok(y?.data instanceof Float32Array);
  return y.data;
}

test('products in 8 bits, with their biases, are close to those in 32', async () => {
  let operators: string[] = [];
  const edit = {
    rewrite: (graph: Parameters<typeof quantiseProducts>[0]) => {
      const made = quantiseProducts(graph);
      operators = made.nodes.map(({ op }) => op);
      return made;
    },
    domains: [MICROSOFT],
    alsoInput: {},
    alsoOutput: [],
  };
  const made = await outputOf(Buffer.concat([...widenModel(model, edit)]));
  const expected = await outputOf(model);
  assert.deepEqual(operators, ['DynamicQuantizeMatMul', 'DynamicQuantizeMatMul']);
  const power = (values: Float32Array): number => values.reduce((sum, x) => sum + x * x, 0);
  const noise = power(expected.map((value, i) => value - (made[i] ?? 9)));
  assert.ok(noise < power(expected) / 1_000, `${noise / power(expected)}`);
});
