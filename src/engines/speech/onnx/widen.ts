import { widenHalves } from './halves.ts';
import { bytesField, fieldsOf, numberField, type Piece, rewriteMessage } from './protobuf.ts';

/** Element types and field numbers of the ONNX format. */
const FLOAT = 1n;
const FLOAT16 = 10n;
const MODEL = { graph: 7 };
const GRAPH = { node: 1, initializer: 5, input: 11, output: 12, valueInfo: 13 };
const NODE = { attribute: 5 };
const ATTRIBUTE = { name: 1, int: 3, tensor: 5, graph: 6, tensors: 10, graphs: 11 };
const TENSOR = { dataType: 2, int32Data: 5, rawData: 9 };
const VALUE = { name: 1, type: 2 };
const TYPE = { tensor: 1 };
const TENSOR_TYPE = { elemType: 1 };
/** Attributes that name an element type: of Cast, and of the nodes that make random numbers. */
const TYPE_ATTRIBUTES = new Set(['to', 'dtype']);

/**
 * The same model with every 16-bit float as a 32-bit one; nothing is lost, each half has an exact float. `alsoOutput`
 * names tensors inside the graph, of floats, that the model then gives away beside its own outputs.
 */
export function* widenModel(model: Buffer, alsoOutput: readonly string[] = []): Generator<Buffer> {
  const added = alsoOutput.flatMap((name) => bytesField(GRAPH.output, floatTensor(name)));
  const pieces = rewriteMessage(model, {
    bytes: (field, value) => (field === MODEL.graph ? [...graph(value), ...added] : undefined),
  });
  // One tensor at a time, so that the wide model is never in memory as a whole.
  for (const piece of pieces) yield 'halves' in piece ? widenHalves(piece.halves) : piece;
}

function graph(message: Buffer): Piece[] {
  return rewriteMessage(message, {
    bytes: (field, value) => {
      if (field === GRAPH.node) return node(value);
      if (field === GRAPH.initializer) return tensor(value);
      if (field === GRAPH.input || field === GRAPH.output) return valueInfo(value);
      // Shapes and types of what lies between are inferred again when the model is loaded.
      return field === GRAPH.valueInfo ? null : undefined;
    },
  });
}

/** Of any shape. */
function floatTensor(name: string): Piece[] {
  const type = bytesField(TYPE.tensor, numberField(TENSOR_TYPE.elemType, FLOAT));
  return [...bytesField(VALUE.name, [Buffer.from(name)]), ...bytesField(VALUE.type, type)];
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
