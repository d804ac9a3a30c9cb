import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { byteSettings } from '../byte-products.ts';
import { GRAPH, MODEL, TENSOR } from '../format.ts';
import { type Graph, makeNode } from '../graph.ts';
import { bytesField, fieldsOf, numberField, type Piece } from '../protobuf.ts';
import { sessionOptions } from '../session-options.ts';
import { MICROSOFT, quantiseConvs } from './quantise.ts';
import { widenModel } from './widen.ts';

const CHANNELS = 4;
const LENGTH = 9;
const name = (text: string): Buffer[] => [Buffer.from(text)];

function value(text: string, dims: number[]): Piece[] {
  const shape = dims.flatMap((size) => bytesField(1, numberField(1, BigInt(size))));
  const tensor = bytesField(1, [...numberField(1, 1n), ...bytesField(2, shape)]);
  return [...bytesField(1, name(text)), ...bytesField(2, tensor)];
}

function tensor(text: string, dims: number[], values: Float32Array): Piece[] {
  const sizes = dims.flatMap((size) => numberField(1, BigInt(size)));
  const bytes = Buffer.from(values.buffer);
  return [...sizes, ...numberField(2, 1n), ...bytesField(8, name(text)), ...bytesField(9, [bytes])];
}

/** A model with one convolution. */
function modelWith(attributes: Record<string, number[]>, width: number, op = 'Conv'): Buffer {
  const ints = Object.entries(attributes).flatMap(([key, values]) =>
    bytesField(5, [
      ...bytesField(1, name(key)),
      ...values.flatMap((one) => numberField(8, BigInt(one))),
      ...numberField(20, 7n),
    ]),
  );
  const io = ['x', 'w', 'b'].flatMap((one) => bytesField(1, name(one)));
  const conv = [...io, ...bytesField(2, name('y')), ...bytesField(4, name(op)), ...ints];
  const weights = Float32Array.from(
    { length: CHANNELS * CHANNELS * width },
    (_, i) => Math.sin(i * 7) / (1 + (i % 5)),
  );
  const graph = [
    ...bytesField(1, conv),
    ...bytesField(2, name('graph')),
    ...bytesField(5, tensor('w', [CHANNELS, CHANNELS, width], weights)),
    ...bytesField(5, tensor('b', [CHANNELS], Float32Array.of(0.5, -1, 0, 2))),
    ...bytesField(11, value('x', [1, CHANNELS, LENGTH])),
    ...bytesField(12, bytesField(1, name('y'))),
  ];
  const pieces = [...numberField(1, 9n), ...bytesField(7, graph), ...bytesField(8, numberField(2, 19n))];
  return Buffer.concat(pieces.flatMap((piece) => ('halves' in piece ? [] : [piece])));
}

async function outputOf(model: Buffer): Promise<Float32Array> {
  const session = await InferenceSession.create(model, sessionOptions(1, await byteSettings()));
  const x = Float32Array.from({ length: CHANNELS * LENGTH }, (_, i) => Math.cos(i * 3));
  const { y } = await session.run({ x: new Tensor('float32', x, [1, CHANNELS, LENGTH]) });
  assert.ok(y?.data instanceof Float32Array);
  return y.data;
}

const rewrite = (model: Buffer): Buffer =>
  Buffer.concat([
    ...widenModel(model, {
      rewrite: (graph) => quantiseConvs(graph, () => true),
      domains: [MICROSOFT],
      alsoInput: {},
      alsoOutput: [],
    }),
  ]);

for (const [width, dilation] of [
  [1, 1],
  [3, 1],
  [3, 2],
  [5, 1],
] as const) {
  test(`a convolution of width ${width}, dilation ${dilation}, is the same to within the step of 8 bits`, async () => {
    const pad = ((width - 1) * dilation) / 2;
    const shape = { kernel_shape: [width], dilations: [dilation], pads: [pad, pad], strides: [1] };
    await assertNearlySame(modelWith(shape, width));
  });
}

for (const stride of [2, 6])
  test(`one that makes ${stride} moments of each is the same to within the step of 8 bits`, async () => {
    const shape = { kernel_shape: [2 * stride], pads: [stride / 2, stride / 2], strides: [stride] };
    await assertNearlySame(modelWith(shape, 2 * stride, 'ConvTranspose'));
  });

async function assertNearlySame(model: Buffer): Promise<void> {
  const [exact, quantised] = await Promise.all([outputOf(model), outputOf(rewrite(model))]);
  assert.equal(quantised.length, exact.length);
  const largest = exact.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  exact.forEach((one, i) => {
    assert.ok(Math.abs(one - (quantised[i] ?? 0)) < 0.02 * largest, `${i}: ${one} and ${quantised[i]}`);
  });
  assert.notDeepEqual(exact, quantised);
}

test('the weights are in the model once, as bytes', () => {
  const model = modelWith({ kernel_shape: [3], pads: [1, 1], strides: [1] }, 3);
  const graph = [...fieldsOf(rewrite(model))].find(({ field }) => field === MODEL.graph)?.value;
  const initializers = [...fieldsOf(graph ?? model)].filter(({ field }) => field === GRAPH.initializer);
  const names = initializers.map(({ value: tensor }) =>
    [...fieldsOf(tensor)].find(({ field }) => field === TENSOR.name)?.value.toString('utf8'),
  );
  assert.ok(names.includes('y/q/matrix') && !names.includes('w'), names.join(' '));
});

test('convolutions that change the length are left as they are', async () => {
  const model = modelWith({ kernel_shape: [3], pads: [1, 1], strides: [2] }, 3);
  assert.ok(!rewrite(model).includes('MatMulIntegerToFloat'));
});

test('no two convolutions share a zero point, since onnxruntime refuses that on x64 without VNNI', () => {
  const convs = ['y', 'z'].map((output) =>
    makeNode('Conv', ['x', 'w'], [output], { strides: { ints: [1] }, pads: { ints: [0, 0] } }),
  );
  const graph: Graph = {
    nodes: convs,
    outputs: ['y', 'z'],
    constant: () => undefined,
    shape: () => undefined,
    weights: (text) => (text === 'w' ? { shape: [1, 1, 1], values: Float32Array.of(1) } : undefined),
  };
  const { nodes } = quantiseConvs(graph, () => true);
  const products = nodes.filter(({ op }) => op === 'MatMulIntegerToFloat');
  const zeroPoints = products.map(({ inputs }) => inputs[5]);
  assert.deepEqual(zeroPoints, ['y/q/zero', 'z/q/zero']);
});
