import { GRAPH, MODEL, OPSET } from './format.ts';
import {
  type Attribute,
  type Initializer,
  type Node,
  type Shape,
  writeFloatValue,
  writeInitializer,
  writeNode,
} from './graph.ts';
import { bytesOf } from './halves.ts';
import { bytesField, numberField } from './protobuf.ts';

/** A model built in memory from weights that were published in another format. */
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

export type Tensor = { name: string; shape: readonly number[]; values: Initializer['values'] };

/** Always floats. */
type Value = { name: string; shape: Shape };

const IR_VERSION = 8n;
const OPSET_VERSION = 17n;

export function writeModel({ name, nodes, tensors, inputs, outputs }: ModelParts): Buffer {
  const graph = [
    ...nodes.flatMap((node) => bytesField(GRAPH.node, writeNode(nodeOf(node)))),
    ...bytesField(GRAPH.name, [Buffer.from(name)]),
    ...tensors.flatMap((tensor) => bytesField(GRAPH.initializer, writeInitializer(tensor))),
    ...inputs.flatMap((value) => bytesField(GRAPH.input, writeFloatValue(value.name, value.shape))),
    ...outputs.flatMap((value) => bytesField(GRAPH.output, writeFloatValue(value.name, value.shape))),
  ];
  const pieces = [
    ...numberField(MODEL.irVersion, IR_VERSION),
    ...bytesField(MODEL.graph, graph),
    ...bytesField(MODEL.opset, numberField(OPSET.version, OPSET_VERSION)),
  ];
  return Buffer.concat(pieces.map(bytesOf));
}

export function nodeOf({ operator, inputs, output, attributes = {} }: ModelNode): Node {
  const typed = Object.entries(attributes).map(([name, value]) => [name, attributeOf(value)] as const);
  return { op: operator, inputs: [...inputs], outputs: [output], attributes: Object.fromEntries(typed) };
}

function attributeOf(value: number | readonly number[] | string): Attribute {
  if (typeof value === 'string') return { text: value };
  return typeof value === 'number' ? { int: value } : { ints: value };
}
