import assert from 'node:assert/strict';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { GRAPH, MODEL, OPSET } from '../../format.ts';
import type { Graph, Initializer, Node, Rewritten } from '../../graph.ts';
import { bytesOf } from '../../halves.ts';
import { withInitializers } from '../../passes/in-turn.ts';
import { widenModel } from '../../passes/widen.ts';
import { bytesField, numberField } from '../../protobuf.ts';
import { differentiate } from '../differentiate.ts';
import { extentsOf } from '../extents.ts';

/** A graph from `x` to `y`. */
export type Differentiated = {
  nodes: Node[];
  initializers?: Initializer[];
  shape: number[];
  /** Values of `x` lie in this range. Default: between −1 and 1. */
  range?: [from: number, to: number];
};

const STEP = 1e-2;

/** Compares the gradient of a weighted sum of `y` with finite differences. */
export async function assertGradient({ nodes, initializers = [], shape, range = [-1, 1] }: Differentiated) {
  const graph = withInitializers(EMPTY, initializers);
  const { gradients, ...back } = differentiate(
    { ...graph, nodes },
    { of: 'y', arriving: 'weights', by: ['x'], extents: extentsOf({ x: shape }) },
  );
  const [arrived = ''] = gradients;
  const forward = await sessionOf({ nodes, initializers }, { x: shape }, 'y');
  const size = shape.reduce((product, one) => product * one, 1);
  const [from, to] = range;
  const x = Float32Array.from({ length: size }, (_, i) => from + (to - from) * pseudoRandom(i));
  const valueAt = async (moved: Float32Array): Promise<Tensor> => {
    const { y } = await forward.run({ x: new Tensor('float32', moved, shape) });
    assert.ok(y);
    return y as Tensor;
  };
  const y = await valueAt(x);
  const weights = Float32Array.from({ length: y.size }, (_, i) => 2 * pseudoRandom(i + 0.5) - 1);
  const backward = await sessionOf(
    { nodes: [...nodes, ...back.nodes], initializers: [...initializers, ...back.initializers] },
    { x: shape, weights: y.dims },
    arrived,
  );
  const answer = await backward.run({
    x: new Tensor('float32', x, shape),
    weights: new Tensor('float32', weights, y.dims),
  });
  const gradient = answer[arrived];
  assert.deepEqual(gradient?.dims, shape);
  const sum = async (i: number, by: number): Promise<number> => {
    const { data } = await valueAt(x.with(i, (x[i] ?? 0) + by));
    return weights.reduce((total, weight, k) => total + weight * Number(data[k]), 0);
  };
  for (const i of x.keys()) {
    const expected = ((await sum(i, STEP)) - (await sum(i, -STEP))) / (2 * STEP);
    const found = Number(gradient.data[i]);
    assert.ok(Math.abs(found - expected) < 2e-3 + 0.01 * Math.abs(expected), `${i}: ${found}, ${expected}`);
  }
}

const EMPTY: Graph = {
  nodes: [],
  outputs: ['y'],
  constant: () => undefined,
  shape: () => undefined,
  weights: () => undefined,
};

function sessionOf(
  rewritten: Rewritten,
  alsoInput: Record<string, readonly number[]>,
  output: string,
): Promise<InferenceSession> {
  const empty = [
    ...numberField(MODEL.irVersion, 9n),
    ...bytesField(MODEL.graph, bytesField(GRAPH.name, [Buffer.from('test')])),
    ...bytesField(MODEL.opset, numberField(OPSET.version, 19n)),
  ].map(bytesOf);
  const edit = { rewrite: () => rewritten, domains: [], alsoInput, alsoOutput: [output] };
  const model = Buffer.concat([...widenModel(Buffer.concat(empty), edit)]);
  return InferenceSession.create(model, { logSeverityLevel: 3 });
}

function pseudoRandom(seed: number): number {
  const value = Math.sin(seed * 12.9898 + 78.233) * 43_758.5453;
  return value - Math.floor(value);
}
