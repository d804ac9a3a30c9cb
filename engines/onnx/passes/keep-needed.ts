import type { Graph, Rewritten } from '../graph.ts';

/** Drops the nodes on which none of the outputs depends: cuts a graph at tensors inside it. */
export function keepNeeded(
  { nodes }: Pick<Graph, 'nodes'>,
  outputs: readonly string[],
  given: readonly string[] = [],
): Rewritten {
  const needed = new Set(outputs);
  const kept = nodes.toReversed().filter((node) => {
    if (!node.outputs.some((name) => needed.has(name))) return false;
    for (const name of node.inputs) if (!given.includes(name)) needed.add(name);
    return true;
  });
  return { nodes: kept.toReversed(), initializers: [] };
}
