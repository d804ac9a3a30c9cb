import { type ModelNode, type Tensor, writeModel } from '../../onnx-model/index.ts';
import type { TensorflowGraph, TensorflowNode } from './tensorflow-graph.ts';

/**
 * The network as an ONNX model. TensorFlow lays pictures out pixel by pixel, ONNX colour by colour: weights are turned
 * round here once, the picture is given colour by colour, and only what is read as a list is turned back.
 */
export function convertNetwork(graph: TensorflowGraph, size: number): Buffer {
  const nodes: ModelNode[] = [];
  const tensors: Tensor[] = [];
  const input = graph.nodes.find(({ op }) => op === 'Placeholder')?.name ?? '';
  const outputs = graph.nodes.filter(({ op }) => op === 'Identity');
  const weightsOf = (name: string) => {
    const found = graph.weights.get(name);
    if (!found) throw new Error(`the network has no weights ${name}`);
    return found;
  };
  const constant = (name: string, shape: number[], values: Tensor['values']): string => {
    tensors.push({ name, shape, values });
    return name;
  };
  const add = (operator: string, inputs: string[], output: string, attributes = {}): void =>
    void nodes.push({ operator, inputs, output, attributes });
  const slopes = (name: string): string => {
    const { values } = weightsOf(name);
    return constant(`${name}/slopes`, [values.length, 1, 1], values);
  };

  const convolve = ({ name, inputs, padding, strides, fused }: TensorflowNode): void => {
    const [source = '', kernel = '', bias = '', alpha = ''] = inputs;
    const { shape, values } = weightsOf(kernel);
    const [height = 1, width = 1, from = 1, to = 1] = shape;
    const turned = reorder(values, [height * width, from, to], [2, 1, 0]);
    const weights = constant(`${name}/weights`, [to, from, height, width], turned);
    const biases = constant(`${name}/bias`, [to], weightsOf(bias).values);
    const last = fused.at(-1) ?? '';
    const isBare = last === 'BiasAdd';
    add('Conv', [source, weights, biases], isBare ? name : `${name}/sum`, {
      auto_pad: pad(padding),
      strides,
    });
    if (last === 'Relu') add('Relu', [`${name}/sum`], name);
    else if (last === 'Prelu') add('PRelu', [`${name}/sum`, slopes(alpha)], name);
    else if (!isBare) throw new Error(`the network has a ${last} that is not known`);
  };

  const convolveEach = ({ name, inputs, padding, strides }: TensorflowNode): void => {
    const [source = '', kernel = ''] = inputs;
    const { shape, values } = weightsOf(kernel);
    const [height = 1, width = 1, channels = 1] = shape;
    const turned = reorder(values, [height * width, channels], [1, 0]);
    const weights = constant(`${name}/weights`, [channels, 1, height, width], turned);
    add('Conv', [source, weights], name, { auto_pad: pad(padding), strides, group: channels });
  };

  const pool = ({ name, inputs, padding, strides, window }: TensorflowNode): void =>
    add('MaxPool', [...inputs], name, { auto_pad: pad(padding), strides, kernel_shape: window });

  const widen = ({ name, inputs: [source = '', amounts = ''] }: TensorflowNode): void => {
    // Pairs of before and behind for picture, row, column and colour.
    const [n0, n1, y0, y1, x0, x1, c0, c1] = weightsOf(amounts).values;
    const pads = BigInt64Array.from([n0, c0, y0, x0, n1, c1, y1, x1], (one) => BigInt(one ?? 0));
    add('Pad', [source, constant(`${name}/pads`, [8], pads)], name);
  };

  const list = ({ name, inputs: [source = '', shape = ''] }: TensorflowNode): void => {
    const sizes = BigInt64Array.from(weightsOf(shape).values, BigInt);
    add('Transpose', [source], `${name}/pixels`, { perm: [0, 2, 3, 1] });
    add('Reshape', [`${name}/pixels`, constant(`${name}/shape`, [sizes.length], sizes)], name);
  };

  const writers: Record<string, (node: TensorflowNode) => void> = {
    Placeholder: () => undefined,
    Const: () => undefined,
    _FusedConv2D: convolve,
    DepthwiseConv2dNative: convolveEach,
    MaxPool: pool,
    Pad: widen,
    Reshape: list,
    AddV2: ({ name, inputs }) => add('Add', inputs, name),
    Relu: ({ name, inputs }) => add('Relu', inputs, name),
    Sigmoid: ({ name, inputs }) => add('Sigmoid', inputs, name),
    Identity: ({ name, inputs }) => add('Identity', inputs, name),
    Prelu: ({ name, inputs: [source = '', alpha = ''] }) => add('PRelu', [source, slopes(alpha)], name),
  };
  for (const node of graph.nodes) {
    const write = writers[node.op];
    if (!write) throw new Error(`the network has a ${node.op} that is not known`);
    write(node);
  }
  return writeModel({
    name: 'face',
    nodes,
    tensors,
    inputs: [{ name: input, shape: [1, 3, size, size] }],
    outputs: outputs.map(({ name }) => ({ name, shape: ['any'] })),
  });
}

const pad = (padding: string): string => (padding === 'SAME' ? 'SAME_UPPER' : 'VALID');

/** The numbers of a tensor with its axes in another order. */
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
