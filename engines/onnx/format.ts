/** Field numbers and element types of the ONNX format. */
export const FLOAT = 1n;
export const UINT8 = 2n;
export const INT8 = 3n;
export const INT64 = 7n;
export const FLOAT16 = 10n;
export const MODEL = { irVersion: 1, graph: 7, opset: 8 };
export const OPSET = { domain: 1, version: 2 };
export const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12, valueInfo: 13 };
export const NODE = { input: 1, output: 2, op: 4, attribute: 5, domain: 7 };
export const ATTRIBUTE = {
  name: 1,
  float: 2,
  int: 3,
  text: 4,
  tensor: 5,
  graph: 6,
  tensors: 10,
  graphs: 11,
  ints: 8,
  type: 20,
};
export const TENSOR = { dims: 1, dataType: 2, int32Data: 5, name: 8, rawData: 9 };
export const VALUE = { name: 1, type: 2 };
export const TYPE = { tensor: 1 };
export const TENSOR_TYPE = { elemType: 1, shape: 2 };
export const SHAPE = { dimension: 1 };
export const DIMENSION = { size: 1, name: 2 };
