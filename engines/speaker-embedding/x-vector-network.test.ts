import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { frameGraph } from './frame-graph.ts';
import { createFrameSums, FRAMES_PER_STEP } from './frame-sums.ts';
import type { FrameLayer } from './x-vector-network.ts';

const LAYERS: FrameLayer[] = [
  {
    outputs: 2,
    inputs: 1,
    taps: 3,
    dilation: 2,
    weights: Float32Array.of(1, 10, 100, -1, 0, 0),
    bias: Float32Array.of(0.5, 0),
  },
  { outputs: 1, inputs: 2, taps: 1, dilation: 1, weights: Float32Array.of(2, 1), bias: Float32Array.of(0) },
];

test('the graph computes its layers', async () => {
  const session = await InferenceSession.create(frameGraph(LAYERS));
  const features = new Tensor('float32', Float32Array.of(1, 2, 3, 4, 5, -6), [1, 1, 6]);
  const { frames } = await session.run({ features });
  // First 1 + 10·3 + 100·5 + ½, doubled; the other output is negative. Then both are: 2 + 40 − 600 + ½, and −2.
  assert.deepEqual(frames?.dims, [1, 1, 2]);
  assert.deepEqual(frames.data, Float32Array.of(1_063, 0));
});

test('mean and deviation of any stretch come from the sums, however the frames arrived', () => {
  const sums = createFrameSums(2);
  const series = Array.from({ length: 4 * FRAMES_PER_STEP }, (_, t) => [t, (t % 3) - 1] as const);
  const add = (from: number, end: number): void => {
    const part = series.slice(from, end);
    const values = [0, 1].flatMap((i) => part.map((frame) => frame[i] ?? 0));
    sums.add(Float32Array.from(values), part.length);
  };
  add(0, 7);
  add(7, series.length);
  assert.equal(sums.steps(), 4);
  const within = series.slice(FRAMES_PER_STEP, 3 * FRAMES_PER_STEP);
  const found = sums.statistics([
    { first: 1, end: 2 },
    { first: 2, end: 3 },
  ]);
  for (const i of [0, 1]) {
    const mean = within.reduce((sum, frame) => sum + (frame[i] ?? 0), 0) / within.length;
    const variance = within.reduce((sum, frame) => sum + ((frame[i] ?? 0) - mean) ** 2, 0) / within.length;
    assert.ok(Math.abs((found[i] ?? 0) - mean) < 1e-5);
    assert.ok(Math.abs((found[2 + i] ?? 0) - Math.sqrt(variance)) < 1e-5);
  }
  assert.throws(() => sums.statistics([{ first: 2, end: 5 }]), RangeError);
});
