import type { Graph, Initializer, Rewritten } from '../graph.ts';

/** Applies edits one after another; each sees the result of the previous one. */
export function inTurn(graph: Graph, ...edits: ((graph: Graph) => Rewritten)[]): Rewritten {
  const start: Rewritten = { nodes: graph.nodes, initializers: [] };
  return edits.reduce(({ nodes, initializers }, edit) => {
    const next = edit({ ...withInitializers(graph, initializers), nodes });
    return { nodes: next.nodes, initializers: [...initializers, ...next.initializers] };
  }, start);
}

/** The graph with additional constants that are not yet written. */
export function withInitializers(graph: Graph, initializers: readonly Initializer[]): Graph {
  const added = new Map(initializers.map((one) => [one.name, one]));
  return {
    ...graph,
    constant: (name) => {
      const own = added.get(name);
      return own ? Array.from(own.values, Number) : graph.constant(name);
    },
    shape: (name) => {
      const own = added.get(name);
      return own ? [...own.shape] : graph.shape(name);
    },
    weights: (name) => {
      const own = added.get(name);
      if (!own) return graph.weights(name);
      return own.values instanceof Float32Array ? { shape: [...own.shape], values: own.values } : undefined;
    },
  };
}
