import { type ModelParts, writeModel } from '../onnx/index.ts';
import type { FrameLayer } from './x-vector-network.ts';

/** The frame layers as an ONNX model: `features` [1, coefficients, frames] → `frames` [1, outputs, fewer frames]. */
export function frameGraph(layers: readonly FrameLayer[]): Buffer {
  return writeModel({
    name: 'x-vector frames',
    ...frameLayers(layers),
    inputs: [{ name: 'features', shape: [1, layers[0]?.inputs ?? 0, 'time'] }],
    outputs: [{ name: 'frames', shape: [1, layers.at(-1)?.outputs ?? 0, 'time'] }],
  });
}

export function frameLayers(layers: readonly FrameLayer[]): Pick<ModelParts, 'nodes' | 'tensors'> {
  const last = layers.length - 1;
  return {
    nodes: layers.flatMap(({ taps, dilation }, i) => [
      {
        operator: 'Conv',
        inputs: [i === 0 ? 'features' : `rectified${i - 1}`, `weights${i}`, `bias${i}`],
        output: `sum${i}`,
        attributes: { kernel_shape: [taps], dilations: [dilation] },
      },
      { operator: 'Relu', inputs: [`sum${i}`], output: i === last ? 'frames' : `rectified${i}` },
    ]),
    tensors: layers.flatMap(({ outputs, inputs, taps, weights, bias }, i) => [
      { name: `weights${i}`, shape: [outputs, inputs, taps], values: weights },
      { name: `bias${i}`, shape: [outputs], values: bias },
    ]),
  };
}
