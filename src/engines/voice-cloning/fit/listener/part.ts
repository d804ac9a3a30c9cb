import type { ModelParts } from '../../../onnx/index.ts';

/** Nodes that are put behind others, and the constants they need. */
export type Part = Pick<ModelParts, 'nodes' | 'tensors'>;

export function joined(...parts: Part[]): Part {
  return { nodes: parts.flatMap(({ nodes }) => nodes), tensors: parts.flatMap(({ tensors }) => tensors) };
}
