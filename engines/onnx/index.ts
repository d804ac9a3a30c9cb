export { byteSettings } from './byte-products.ts';
export { differentiate } from './gradient/differentiate.ts';
export { extentsOf } from './gradient/extents.ts';
export { createTape, type Tape } from './gradient/tape.ts';
export {
  floatInitializer,
  type Graph,
  type Initializer,
  intInitializer,
  makeNode,
  type Node,
  type Rewritten,
  type Shape,
} from './graph.ts';
export { fuse } from './passes/fuse.ts';
export { fuseGelu } from './passes/gelu.ts';
export { inTurn } from './passes/in-turn.ts';
export { keepNeeded } from './passes/keep-needed.ts';
export { MICROSOFT, quantiseConvs } from './passes/quantise.ts';
export { quantiseProducts } from './passes/quantise-products.ts';
export { type Edit, widenModel } from './passes/widen.ts';
export { sessionOptions } from './session-options.ts';
export { type WeightFilesOf, weightsIn, weightTable } from './weight-table.ts';
export { type ModelNode, type ModelParts, nodeOf, type Tensor, writeModel } from './write-model.ts';
