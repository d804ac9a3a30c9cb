import {
  ATTRIBUTE,
  FLOAT,
  FLOAT16,
  GRAPH,
  MODEL,
  NODE,
  OPSET,
  TENSOR,
  TENSOR_TYPE,
  TYPE,
  VALUE,
} from '../format.ts';
import {
  type Graph,
  type Rewritten,
  readGraph,
  type Shape,
  writeFloatValue,
  writeInitializer,
  writeNode,
} from '../graph.ts';
import { bytesOf } from '../halves.ts';
import { bytesField, fieldsOf, numberField, type Piece, rewriteMessage } from '../protobuf.ts';

/** Attributes that name an element type: of Cast, and of the nodes that make random numbers. */
const TYPE_ATTRIBUTES = new Set(['to', 'dtype']);

/** Changes to the top level of a graph. */
export type Edit = {
  rewrite(graph: Graph): Rewritten;
  /** Whose nodes it uses besides those of ONNX. */
  domains: readonly string[];
  /** Tensors of floats that the model is given beside its own inputs, with their shapes. */
  alsoInput: Readonly<Record<string, Shape>>;
  /** Names of tensors inside the graph, of floats, that the model gives away beside its own outputs. */
  alsoOutput: readonly string[];
  /** Its own outputs that the model no longer has. */
  dropOutput?: readonly string[];
};

const NO_EDIT: Edit = {
  rewrite: ({ nodes }) => ({ nodes, initializers: [] }),
  domains: [],
  alsoInput: {},
  alsoOutput: [],
};

/** The edited model with every 16-bit float as a 32-bit one; nothing is lost, each half has an exact float. */
export function* widenModel(model: Buffer, edit: Edit = NO_EDIT): Generator<Buffer> {
  const pieces = rewriteMessage(model, {
    bytes: (field, value) => (field === MODEL.graph ? edited(value, edit) : undefined),
  });
  for (const domain of edit.domains)
    pieces.push(
      ...bytesField(MODEL.opset, [
        ...bytesField(OPSET.domain, [Buffer.from(domain)]),
        ...numberField(OPSET.version, 1n),
      ]),
    );
  // One tensor at a time, so that the wide model is never in memory as a whole.
  for (const piece of pieces) yield bytesOf(piece);
}

function edited(message: Buffer, { rewrite, alsoInput, alsoOutput, dropOutput = [] }: Edit): Piece[] {
  const read = readGraph(message);
  const keepsOutput = (name: string): boolean => !dropOutput.includes(name);
  const { nodes, initializers } = rewrite({ ...read, outputs: [...read.outputs, ...alsoOutput] });
  const used = new Set(nodes.flatMap(({ inputs }) => inputs));
  return [
    ...graph(message, { keepsNodes: false, keeps: (name) => used.has(name), keepsOutput }),
    ...nodes.flatMap((one) => bytesField(GRAPH.node, node(joined(writeNode(one))))),
    ...initializers.flatMap((one) =>
      used.has(one.name) ? bytesField(GRAPH.initializer, writeInitializer(one)) : [],
    ),
    ...Object.entries(alsoInput).flatMap(([name, shape]) =>
      bytesField(GRAPH.input, writeFloatValue(name, shape)),
    ),
    ...alsoOutput.flatMap((name) => bytesField(GRAPH.output, writeFloatValue(name))),
  ];
}

type Kept = {
  keepsNodes: boolean;
  /** An initializer or an input. */
  keeps(name: string): boolean;
  keepsOutput(name: string): boolean;
};
const ALL: Kept = { keepsNodes: true, keeps: () => true, keepsOutput: () => true };

function graph(message: Buffer, { keepsNodes, keeps, keepsOutput }: Kept = ALL): Piece[] {
  return rewriteMessage(message, {
    bytes: (field, value) => {
      if (field === GRAPH.node) return keepsNodes ? node(value) : null;
      if (field === GRAPH.initializer) return keeps(nameOf(value, TENSOR.name)) ? tensor(value) : null;
      if (field === GRAPH.input && !keeps(nameOf(value, VALUE.name))) return null;
      if (field === GRAPH.output && !keepsOutput(nameOf(value, VALUE.name))) return null;
      if (field === GRAPH.input || field === GRAPH.output) return valueInfo(value);
      // Shapes and types of what lies between are inferred again when the model is loaded.
      return field === GRAPH.valueInfo ? null : undefined;
    },
  });
}

function nameOf(message: Buffer, nameField: number): string {
  return [...fieldsOf(message)].find(({ field }) => field === nameField)?.value.toString('utf8') ?? '';
}

function joined(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(bytesOf));
}

function node(message: Buffer): Piece[] {
  return rewriteMessage(message, {
    bytes: (field, value) => (field === NODE.attribute ? attribute(value) : undefined),
  });
}

function attribute(message: Buffer): Piece[] {
  const name = [...fieldsOf(message)].find(({ field }) => field === ATTRIBUTE.name)?.value.toString('utf8');
  const namesType = name !== undefined && TYPE_ATTRIBUTES.has(name);
  return rewriteMessage(message, {
    number: (field, value) => (namesType && field === ATTRIBUTE.int && value === FLOAT16 ? FLOAT : value),
    bytes: (field, value) => {
      if (field === ATTRIBUTE.tensor || field === ATTRIBUTE.tensors) return tensor(value);
      if (field === ATTRIBUTE.graph || field === ATTRIBUTE.graphs) return graph(value);
      return undefined;
    },
  });
}

function tensor(message: Buffer): Piece[] {
  const fields = [...fieldsOf(message)];
  if (!fields.some(({ field, number }) => field === TENSOR.dataType && number === FLOAT16)) return [message];
  if (fields.some(({ field }) => field === TENSOR.int32Data))
    throw new Error('16-bit floats outside raw_data are not expected in this model');
  return rewriteMessage(message, {
    number: (field, value) => (field === TENSOR.dataType ? FLOAT : value),
    bytes: (field, value) => (field === TENSOR.rawData ? [{ halves: value }] : undefined),
  });
}

function valueInfo(message: Buffer): Piece[] {
  const within = (wanted: number, then: (value: Buffer) => Piece[]) => (field: number, value: Buffer) =>
    field === wanted ? then(value) : undefined;
  const tensorType = (value: Buffer) =>
    rewriteMessage(value, {
      number: (field, type) => (field === TENSOR_TYPE.elemType && type === FLOAT16 ? FLOAT : type),
    });
  const type = (value: Buffer) => rewriteMessage(value, { bytes: within(TYPE.tensor, tensorType) });
  return rewriteMessage(message, { bytes: within(VALUE.type, type) });
}
