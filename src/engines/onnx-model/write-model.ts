/** A model for ONNX Runtime that is made in memory, out of weights that were published in another format. */
export type ModelParts = {
  name: string;
  nodes: readonly ModelNode[];
  tensors: readonly Tensor[];
  inputs: readonly Value[];
  outputs: readonly Value[];
};

export type ModelNode = {
  operator: string;
  inputs: readonly string[];
  output: string;
  attributes?: Record<string, number | readonly number[] | string>;
};

export type Tensor = { name: string; shape: readonly number[]; values: Float32Array | BigInt64Array };

/** Floats; a size that is a word may be any number. */
type Value = { name: string; shape: readonly (number | string)[] };

const IR_VERSION = 8;
const OPSET = 17;
const FLOAT = 1;
const INT64 = 7;

export function writeModel({ name, nodes, tensors, inputs, outputs }: ModelParts): Buffer {
  const graph = message([
    ...nodes.map((one) => field(1, writeNode(one))),
    field(2, text(name)),
    ...tensors.map((one) => field(5, writeTensor(one))),
    ...inputs.map((one) => field(11, writeValue(one))),
    ...outputs.map((one) => field(12, writeValue(one))),
  ]);
  return message([number(1, IR_VERSION), field(7, graph), field(8, message([number(2, OPSET)]))]);
}

function writeNode({ operator, inputs, output, attributes = {} }: ModelNode): Buffer {
  return message([
    ...inputs.map((name) => field(1, text(name))),
    field(2, text(output)),
    field(4, text(operator)),
    ...Object.entries(attributes).map(([name, value]) => field(5, writeAttribute(name, value))),
  ]);
}

function writeAttribute(name: string, value: number | readonly number[] | string): Buffer {
  const named = field(1, text(name));
  if (typeof value === 'string') return message([named, field(4, text(value)), number(20, 3)]);
  if (typeof value === 'number') return message([named, number(3, value), number(20, 2)]);
  return message([named, ...value.map((one) => number(8, one)), number(20, 7)]);
}

function writeTensor({ name, shape, values }: Tensor): Buffer {
  const type = values instanceof Float32Array ? FLOAT : INT64;
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return message([
    ...shape.map((size) => number(1, size)),
    number(2, type),
    field(8, text(name)),
    field(9, bytes),
  ]);
}

function writeValue({ name, shape }: Value): Buffer {
  const sizes = shape.map((size) => (typeof size === 'number' ? number(1, size) : field(2, text(size))));
  const dimensions = message(sizes.map((size) => field(1, size)));
  const type = message([field(1, message([number(1, FLOAT), field(2, dimensions)]))]);
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
