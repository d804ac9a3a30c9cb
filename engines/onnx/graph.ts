import {
  ATTRIBUTE,
  DIMENSION,
  FLOAT,
  FLOAT16,
  GRAPH,
  INT8,
  INT64,
  NODE,
  SHAPE,
  TENSOR,
  TENSOR_TYPE,
  TYPE,
  UINT8,
  VALUE,
} from './format.ts';
import { widenHalves } from './halves.ts';
import { bytesField, fieldsOf, floatField, numberField, type Piece, unpacked } from './protobuf.ts';

/** A node from the file (`raw`), or a new one. */
export type Node = {
  op: string;
  inputs: string[];
  outputs: string[];
  raw?: Buffer;
  /** Only a new node has these; those of a node from the file are in `raw`. */
  attributes?: Record<string, Attribute>;
  /** Domain of a new node whose operator is not one of ONNX itself. */
  domain?: string;
};

export type Attribute = { float: number } | { int: number } | { ints: readonly number[] } | { text: string };

/** An initializer with floats. */
export type Weights = { shape: number[]; values: Float32Array };

/** Sizes along the axes. A name stands for a size that varies by run. */
export type Shape = readonly (number | string)[];

/** The view of a graph that an edit gets. */
export type Graph = {
  nodes: Node[];
  outputs: string[];
  /** Values of a small initializer. Undefined if it is missing or large. */
  constant(name: string): number[] | undefined;
  /** Returns the shape of any initializer, small or large. */
  shape(name: string): number[] | undefined;
  weights(name: string): Weights | undefined;
};

/** A new initializer. */
export type Initializer = {
  name: string;
  shape: readonly number[];
  values: Float32Array | Int8Array | Uint8Array | BigInt64Array;
};

/** The graph computes these instead: nodes in order, and the constants that they need besides the old ones. */
export type Rewritten = { nodes: Node[]; initializers: Initializer[] };

export function readGraph(message: Buffer): Graph {
  const nodes: Node[] = [];
  const outputs: string[] = [];
  const tensors = new Map<string, Buffer>();
  for (const { field, value } of fieldsOf(message)) {
    if (field === GRAPH.node) nodes.push(readNode(value));
    else if (field === GRAPH.output) outputs.push(text(value, 1)[0] ?? '');
    else if (field === GRAPH.initializer) tensors.set(text(value, TENSOR.name)[0] ?? '', value);
  }
  return {
    nodes,
    outputs,
    constant: (name) => {
      const tensor = tensors.get(name);
      return tensor && numbersOf(tensor);
    },
    shape: (name) => {
      const tensor = tensors.get(name);
      return tensor && shapeOf(tensor);
    },
    weights: (name) => {
      const tensor = tensors.get(name);
      return tensor && weightsOf(tensor);
    },
  };
}

export function writeNode({ op, inputs, outputs, raw, attributes = {}, domain }: Node): Piece[] {
  const names = [
    ...inputs.flatMap((name) => bytesField(NODE.input, [Buffer.from(name)])),
    ...outputs.flatMap((name) => bytesField(NODE.output, [Buffer.from(name)])),
  ];
  if (raw) {
    const rest = [...fieldsOf(raw)].filter(({ field }) => field !== NODE.input && field !== NODE.output);
    return [...names, ...rest.map(({ whole }) => whole)];
  }
  return [
    ...names,
    ...bytesField(NODE.op, [Buffer.from(op)]),
    ...Object.entries(attributes).flatMap(([name, value]) =>
      bytesField(NODE.attribute, [...bytesField(ATTRIBUTE.name, [Buffer.from(name)]), ...writeValue(value)]),
    ),
    ...(domain === undefined ? [] : bytesField(NODE.domain, [Buffer.from(domain)])),
  ];
}

function writeValue(value: Attribute): Piece[] {
  if ('float' in value)
    return [...floatField(ATTRIBUTE.float, value.float), ...numberField(ATTRIBUTE.type, 1n)];
  if ('int' in value)
    return [...numberField(ATTRIBUTE.int, BigInt(value.int)), ...numberField(ATTRIBUTE.type, 2n)];
  if ('text' in value)
    return [...bytesField(ATTRIBUTE.text, [Buffer.from(value.text)]), ...numberField(ATTRIBUTE.type, 3n)];
  const numbers = value.ints.flatMap((one) => numberField(ATTRIBUTE.ints, BigInt(one)));
  return [...numbers, ...numberField(ATTRIBUTE.type, 7n)];
}

export function makeNode(
  op: string,
  inputs: string[],
  outputs: string[],
  attributes: Record<string, Attribute> = {},
): Node {
  return { op, inputs, outputs, attributes };
}

/** An integer initializer, as used for shapes. */
export function intInitializer(name: string, values: readonly number[]): Initializer {
  return { name, shape: [values.length], values: BigInt64Array.from(values, BigInt) };
}

export function floatInitializer(
  name: string,
  values: Float32Array,
  shape: readonly number[] = [values.length],
): Initializer {
  return { name, shape, values };
}

export function bytes(name: string, values: Int8Array, shape = [values.length]): Initializer {
  return { name, shape, values };
}

export function writeInitializer({ name, shape, values }: Initializer): Piece[] {
  const type = typeOf(values);
  return [
    ...shape.flatMap((size) => numberField(TENSOR.dims, BigInt(size))),
    ...numberField(TENSOR.dataType, type),
    ...bytesField(TENSOR.name, [Buffer.from(name)]),
    ...bytesField(TENSOR.rawData, [Buffer.from(values.buffer, values.byteOffset, values.byteLength)]),
  ];
}

function typeOf(values: Initializer['values']): bigint {
  if (values instanceof Float32Array) return FLOAT;
  if (values instanceof Int8Array) return INT8;
  return values instanceof Uint8Array ? UINT8 : INT64;
}

/** A float input or output. Without a shape, any shape is allowed. */
export function writeFloatValue(name: string, shape?: Shape): Piece[] {
  const sizes = shape?.flatMap((size) => bytesField(SHAPE.dimension, dimension(size)));
  const type = bytesField(TYPE.tensor, [
    ...numberField(TENSOR_TYPE.elemType, FLOAT),
    ...(sizes ? bytesField(TENSOR_TYPE.shape, sizes) : []),
  ]);
  return [...bytesField(VALUE.name, [Buffer.from(name)]), ...bytesField(VALUE.type, type)];
}

function dimension(size: number | string): Piece[] {
  return typeof size === 'string'
    ? bytesField(DIMENSION.name, [Buffer.from(size)])
    : numberField(DIMENSION.size, BigInt(size));
}

function readNode(raw: Buffer): Node {
  const node: Node = { op: '', inputs: [], outputs: [], raw };
  for (const { field, value } of fieldsOf(raw)) {
    if (field === NODE.input) node.inputs.push(value.toString('utf8'));
    else if (field === NODE.output) node.outputs.push(value.toString('utf8'));
    else if (field === NODE.op) node.op = value.toString('utf8');
  }
  return node;
}

function text(message: Buffer, wanted: number): string[] {
  return [...fieldsOf(message)].flatMap(({ field, value }) =>
    field === wanted ? [value.toString('utf8')] : [],
  );
}

function weightsOf(tensor: Buffer): Weights | undefined {
  const fields = [...fieldsOf(tensor)];
  const type = fields.find(({ field }) => field === TENSOR.dataType)?.number;
  const raw = fields.find(({ field }) => field === TENSOR.rawData)?.value;
  const wide = raw && (type === FLOAT16 ? widenHalves(raw) : type === FLOAT ? Buffer.from(raw) : undefined);
  if (!wide) return undefined;
  const values = new Float32Array(wide.buffer.slice(wide.byteOffset, wide.byteOffset + wide.length));
  return { shape: shapeOf(tensor), values };
}

function shapeOf(tensor: Buffer): number[] {
  return [...fieldsOf(tensor)]
    .filter(({ field }) => field === TENSOR.dims)
    .flatMap(({ wire, number, value }) => (wire === 0 ? [Number(number)] : unpacked(value)));
}

const LARGEST_CONSTANT_BYTES = 64;

function numbersOf(tensor: Buffer): number[] | undefined {
  const fields = [...fieldsOf(tensor)];
  const type = fields.find(({ field }) => field === TENSOR.dataType)?.number;
  const raw = fields.find(({ field }) => field === TENSOR.rawData)?.value;
  if (!raw || raw.length > LARGEST_CONSTANT_BYTES) return undefined;
  if (type === INT64)
    return Array.from({ length: raw.length / 8 }, (_, i) => Number(raw.readBigInt64LE(i * 8)));
  const floats = type === FLOAT16 ? widenHalves(raw) : type === FLOAT ? raw : undefined;
  return floats && Array.from({ length: floats.length / 4 }, (_, i) => floats.readFloatLE(i * 4));
}
