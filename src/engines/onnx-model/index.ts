export { sessionOptions } from './session-options.ts';
export { type ModelNode, type ModelParts, type Tensor, writeModel } from './write-model.ts';
