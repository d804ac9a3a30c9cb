import type { ModelParts } from '../../../onnx/index.ts';

/** Nodes to append to a graph, and their constants. */
export type Part = Pick<ModelParts, 'nodes' | 'tensors'>;

export function joined(...parts: Part[]): Part {
  return { nodes: parts.flatMap(({ nodes }) => nodes), tensors: parts.flatMap(({ tensors }) => tensors) };
}
