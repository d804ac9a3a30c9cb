import { type ModelNode, type Tensor, writeModel } from '../../onnx/index.ts';
import type { TensorflowGraph, TensorflowNode } from './tensorflow-graph.ts';

type Attributes = NonNullable<ModelNode['attributes']>;

/** A model under construction. */
type Draft = {
  nodes: ModelNode[];
  tensors: Tensor[];
  weights(name: string): { shape: number[]; values: Float32Array };
};

/**
 * Converts the network to ONNX. TensorFlow uses channels last, ONNX channels first: weights are transposed here once, the
 * input is channels first, and only outputs that are read as a list are transposed back.
 */
export function convertNetwork(graph: TensorflowGraph, side: number): Buffer {
  const draft: Draft = {
    nodes: [],
    tensors: [],
    weights(name) {
      const found = graph.weights.get(name);
      if (!found) throw new Error(`the network lacks the weights ${name}`);
      return found;
    },
  };
  for (const node of graph.nodes) {
    const write = WRITERS[node.op];
    if (!write) throw new Error(`unsupported operation ${node.op}`);
    write(draft, node);
  }
  const named = (op: string): string[] =>
    graph.nodes.filter((node) => node.op === op).map(({ name }) => name);
  return writeModel({
    name: 'face',
    nodes: draft.nodes,
    tensors: draft.tensors,
    inputs: named('Placeholder').map((name) => ({ name, shape: [1, 3, side, side] })),
    outputs: named('Identity').map((name) => ({ name, shape: ['any'] })),
  });
}

const WRITERS: Record<string, (draft: Draft, node: TensorflowNode) => void> = {
  Placeholder: () => undefined,
  Const: () => undefined,
  _FusedConv2D: convolve,
  DepthwiseConv2dNative: convolveEach,
  MaxPool: (draft, { name, inputs, padding, strides, window }) =>
    add(draft, 'MaxPool', inputs, name, { auto_pad: pad(padding), strides, kernel_shape: window }),
  Pad: widen,
  Reshape: list,
  AddV2: (draft, { name, inputs }) => add(draft, 'Add', inputs, name),
  Relu: (draft, { name, inputs }) => add(draft, 'Relu', inputs, name),
  Sigmoid: (draft, { name, inputs }) => add(draft, 'Sigmoid', inputs, name),
  Identity: (draft, { name, inputs }) => add(draft, 'Identity', inputs, name),
  Prelu: (draft, { name, inputs: [source = '', alpha = ''] }) =>
    add(draft, 'PRelu', [source, slopes(draft, alpha)], name),
};

function convolve(draft: Draft, { name, inputs, padding, strides, fused }: TensorflowNode): void {
  const [source = '', kernel = '', bias = '', alpha = ''] = inputs;
  const { shape, values } = draft.weights(kernel);
  const [height = 1, width = 1, from = 1, to = 1] = shape;
  const turned = reorder(values, [height * width, from, to], [2, 1, 0]);
  const weights = constant(draft, `${name}/weights`, [to, from, height, width], turned);
  const biases = constant(draft, `${name}/bias`, [to], draft.weights(bias).values);
  const last = fused.at(-1) ?? '';
  const isBare = last === 'BiasAdd';
  const attributes = { auto_pad: pad(padding), strides };
  add(draft, 'Conv', [source, weights, biases], isBare ? name : `${name}/sum`, attributes);
  if (last === 'Relu') add(draft, 'Relu', [`${name}/sum`], name);
  else if (last === 'Prelu') add(draft, 'PRelu', [`${name}/sum`, slopes(draft, alpha)], name);
  else if (!isBare) throw new Error(`unsupported fused operation ${last}`);
}

/** Depthwise: each channel has its own kernel. */
function convolveEach(draft: Draft, { name, inputs, padding, strides }: TensorflowNode): void {
  const [source = '', kernel = ''] = inputs;
  const { shape, values } = draft.weights(kernel);
  const [height = 1, width = 1, channels = 1] = shape;
  const turned = reorder(values, [height * width, channels], [1, 0]);
  const weights = constant(draft, `${name}/weights`, [channels, 1, height, width], turned);
  add(draft, 'Conv', [source, weights], name, { auto_pad: pad(padding), strides, group: channels });
}

function widen(draft: Draft, { name, inputs: [source = '', amounts = ''] }: TensorflowNode): void {
  // Pairs of padding before and after: batch, row, column, channel.
  const [n0, n1, y0, y1, x0, x1, c0, c1] = draft.weights(amounts).values;
  const pads = BigInt64Array.from([n0, c0, y0, x0, n1, c1, y1, x1], (one) => BigInt(one ?? 0));
  add(draft, 'Pad', [source, constant(draft, `${name}/pads`, [8], pads)], name);
}

function list(draft: Draft, { name, inputs: [source = '', shape = ''] }: TensorflowNode): void {
  const sizes = BigInt64Array.from(draft.weights(shape).values, BigInt);
  add(draft, 'Transpose', [source], `${name}/pixels`, { perm: [0, 2, 3, 1] });
  add(draft, 'Reshape', [`${name}/pixels`, constant(draft, `${name}/shape`, [sizes.length], sizes)], name);
}

function add(
  { nodes }: Draft,
  operator: string,
  inputs: string[],
  output: string,
  attributes: Attributes = {},
) {
  nodes.push({ operator, inputs, output, attributes });
}

function constant({ tensors }: Draft, name: string, shape: number[], values: Tensor['values']): string {
  tensors.push({ name, shape, values });
  return name;
}

function slopes(draft: Draft, name: string): string {
  const { values } = draft.weights(name);
  return constant(draft, `${name}/slopes`, [values.length, 1, 1], values);
}

const pad = (padding: string): string => (padding === 'SAME' ? 'SAME_UPPER' : 'VALID');

/** The values of a tensor with its axes permuted. */
function reorder(values: Float32Array, sizes: number[], order: number[]): Float32Array {
  const strides = sizes.map((_, axis) => sizes.slice(axis + 1).reduce((product, size) => product * size, 1));
  const turned = new Float32Array(values.length);
  let at = 0;
  const walk = (depth: number, offset: number): void => {
    const axis = order[depth];
    if (axis === undefined) {
      turned[at++] = values[offset] ?? 0;
      return;
    }
    for (let i = 0; i < (sizes[axis] ?? 0); i += 1) walk(depth + 1, offset + i * (strides[axis] ?? 0));
  };
  walk(0, 0);
  return turned;
}
