import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { convertNetwork } from './convert-network.ts';
import { readTensorflowGraph } from './tensorflow-graph.ts';

const SIDE = 4;
const MIX = [0.5, -1, 2, 0.25, -0.5, 1];
const BIAS = [0.125, -3];
const KERNEL = Array.from({ length: 18 }, (_, i) => (i % 7) - 3);

const base64 = (word: string): string => Buffer.from(word).toString('base64');
const attributes = (padding: string, stride: string, fused: string[]) => ({
  padding: { s: base64(padding) },
  strides: { list: { i: ['1', stride, stride, '1'] } },
  fused_ops: { list: { s: fused.map(base64) } },
});

/** Two colours out of three by a 1 × 1 kernel in halves, a 3 × 3 kernel for each with a stride of two, a list. */
const NODES = [
  { name: 'input', op: 'Placeholder' },
  {
    name: 'mixed',
    op: '_FusedConv2D',
    input: ['input', 'mix', 'bias'],
    attr: attributes('VALID', '1', ['BiasAdd', 'Relu']),
  },
  {
    name: 'each',
    op: 'DepthwiseConv2dNative',
    input: ['mixed', 'kernel'],
    attr: attributes('SAME', '2', []),
  },
  { name: 'list', op: 'Reshape', input: ['each', 'shape'] },
  { name: 'answer', op: 'Identity', input: ['list'] },
];
const WEIGHTS = [
  { name: 'mix', shape: [1, 1, 3, 2], dtype: 'float32', quantization: { dtype: 'float16' } },
  { name: 'bias', shape: [2], dtype: 'float32' },
  { name: 'kernel', shape: [3, 3, 2, 1], dtype: 'float32' },
  { name: 'shape', shape: [2], dtype: 'int32' },
];

test('a converted network matches TensorFlow in padding, pixel order and half floats', async () => {
  const json = JSON.stringify({ modelTopology: { node: NODES }, weightsManifest: [{ weights: WEIGHTS }] });
  const numbers = Buffer.concat([
    Buffer.from(Float16Array.from(MIX).buffer),
    Buffer.from(Float32Array.from([...BIAS, ...KERNEL]).buffer),
    Buffer.from(Int32Array.from([1, 8]).buffer),
  ]);
  const session = await InferenceSession.create(convertNetwork(readTensorflowGraph(json, numbers), SIDE));
  const picture = Float32Array.from({ length: 3 * SIDE * SIDE }, (_, i) => Math.sin(i * 1.7) * 4);
  const { answer } = await session.run({ input: new Tensor('float32', picture, [1, 3, SIDE, SIDE]) });
  const expected = byDefinition((y, x, colour) => picture[colour * SIDE * SIDE + y * SIDE + x] ?? 0);
  assert.deepEqual(answer?.dims, [1, 8]);
  for (const [i, value] of expected.entries())
    assert.ok(Math.abs(value - Number(answer?.data[i])) < 1e-4, `${i}`);
});

function byDefinition(picture: (y: number, x: number, colour: number) => number): number[] {
  const mixed = (y: number, x: number, to: number): number => {
    // The network pads an odd border with zeros behind it.
    if (y >= SIDE || x >= SIDE) return 0;
    const sum = [0, 1, 2].reduce((all, from) => all + picture(y, x, from) * (MIX[from * 2 + to] ?? 0), 0);
    return Math.max(0, sum + (BIAS[to] ?? 0));
  };
  const places = [0, 2].flatMap((y) => [0, 2].flatMap((x) => [0, 1].map((colour) => ({ y, x, colour }))));
  return places.map(({ y, x, colour }) =>
    Array.from({ length: 9 }, (_, i) => i).reduce((sum, i) => {
      const weight = KERNEL[i * 2 + colour] ?? 0;
      return sum + mixed(y + Math.floor(i / 3), x + (i % 3), colour) * weight;
    }, 0),
  );
}
