/** A TensorFlow.js graph model: operations in JSON, weights in a separate file. */
export type TensorflowGraph = {
  nodes: TensorflowNode[];
  /** Floats and integers; half floats are widened. */
  weights: Map<string, { shape: number[]; values: Float32Array }>;
};

export type TensorflowNode = {
  name: string;
  op: string;
  inputs: string[];
  /** `VALID` or `SAME`; empty for operations without padding. */
  padding: string;
  strides: number[];
  window: number[];
  fused: string[];
};

type Attribute = { s?: string; list?: { i?: string[]; s?: string[] } };
type RawNode = { name: string; op: string; input?: string[]; attr?: Record<string, Attribute> };
type RawWeight = { name: string; shape: number[]; dtype: string; quantization?: { dtype: string } };
type RawGraph = { modelTopology: { node: RawNode[] }; weightsManifest: { weights: RawWeight[] }[] };

export function readTensorflowGraph(json: string, numbers: Buffer): TensorflowGraph {
  const { modelTopology, weightsManifest } = JSON.parse(json) as RawGraph;
  const weights: TensorflowGraph['weights'] = new Map();
  let at = 0;
  for (const one of weightsManifest.flatMap((group) => group.weights)) {
    const count = one.shape.reduce((product, size) => product * size, 1);
    const { values, bytes } = readNumbers(numbers, at, count, one.quantization?.dtype ?? one.dtype);
    weights.set(one.name, { shape: one.shape, values });
    at += bytes;
  }
  return { nodes: modelTopology.node.map(readNode), weights };
}

function readNode({ name, op, input = [], attr = {} }: RawNode): TensorflowNode {
  const whole = (attribute: string): number[] => (attr[attribute]?.list?.i ?? []).map(Number);
  return {
    name,
    op,
    inputs: input,
    padding: fromBase64(attr.padding?.s),
    strides: whole('strides').slice(1, 3),
    window: whole('ksize').slice(1, 3),
    fused: (attr.fused_ops?.list?.s ?? []).map(fromBase64),
  };
}

function fromBase64(word = ''): string {
  return Buffer.from(word, 'base64').toString('latin1');
}

function readNumbers(bytes: Buffer, at: number, count: number, type: string) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  const readers: Record<string, { size: number; read: (offset: number) => number }> = {
    float16: { size: 2, read: (offset) => view.getFloat16(offset, true) },
    float32: { size: 4, read: (offset) => view.getFloat32(offset, true) },
    int32: { size: 4, read: (offset) => view.getInt32(offset, true) },
  };
  const reader = readers[type];
  if (!reader) throw new Error(`unsupported weight type ${type}`);
  const values = Float32Array.from({ length: count }, (_, i) => reader.read(i * reader.size));
  return { values, bytes: count * reader.size };
}
