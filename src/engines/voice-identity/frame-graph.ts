import type { FrameLayer } from './x-vector-network.ts';

/** The frame layers as an ONNX model: `features` [1, coefficients, frames] → `frames` [1, outputs, fewer frames]. */
export function frameGraph(layers: readonly FrameLayer[]): Buffer {
  const last = layers.length - 1;
  const nodes = layers.flatMap((layer, i) => {
    const input = i === 0 ? 'features' : `rectified${i - 1}`;
    const output = i === last ? 'frames' : `rectified${i}`;
    const attributes = [integers('kernel_shape', [layer.taps]), integers('dilations', [layer.dilation])];
    return [
      node('Conv', [input, `weights${i}`, `bias${i}`], `sum${i}`, attributes),
      node('Relu', [`sum${i}`], output, []),
    ];
  });
  const tensors = layers.flatMap(({ outputs, inputs, taps, weights, bias }, i) => [
    tensor(`weights${i}`, [outputs, inputs, taps], weights),
    tensor(`bias${i}`, [outputs], bias),
  ]);
  const graph = message([
    ...nodes.map((value) => field(1, value)),
    field(2, text('x-vector frames')),
    ...tensors.map((value) => field(5, value)),
    field(11, series('features', layers[0]?.inputs ?? 0)),
    field(12, series('frames', layers[last]?.outputs ?? 0)),
  ]);
  const opset = message([number(2, 17)]);
  return message([number(1, 8), field(7, graph), field(8, opset)]);
}

const FLOAT = 1;
const INTEGERS = 7;

function node(operator: string, inputs: string[], output: string, attributes: Buffer[]): Buffer {
  return message([
    ...inputs.map((name) => field(1, text(name))),
    field(2, text(output)),
    field(4, text(operator)),
    ...attributes.map((value) => field(5, value)),
  ]);
}

function integers(name: string, values: number[]): Buffer {
  return message([field(1, text(name)), ...values.map((value) => number(8, value)), number(20, INTEGERS)]);
}

function tensor(name: string, shape: number[], values: Float32Array): Buffer {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return message([
    ...shape.map((size) => number(1, size)),
    number(2, FLOAT),
    field(8, text(name)),
    field(9, bytes),
  ]);
}

/** One sound, so many values for each moment, any number of moments. */
function series(name: string, values: number): Buffer {
  const dimensions = [number(1, 1), number(1, values), field(2, text('time'))];
  const shape = message(dimensions.map((value) => field(1, value)));
  const type = message([field(1, message([number(1, FLOAT), field(2, shape)]))]);
  return message([field(1, text(name)), field(2, type)]);
}

const message = (fields: readonly Buffer[]): Buffer => Buffer.concat(fields);
const text = (value: string): Buffer => Buffer.from(value, 'utf8');

function field(id: number, value: Buffer): Buffer {
  return Buffer.concat([varint((id << 3) | 2), varint(value.length), value]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id << 3), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}
