import { fuse } from '../onnx/fuse.ts';
import type { Graph, Rewritten } from '../onnx/graph.ts';
import { MICROSOFT, quantiseConvs } from '../onnx/quantise.ts';
import type { Edit } from '../onnx/widen.ts';
import { DURATIONS } from './methods.ts';

/** More than four fifths of the time. What decides pitch and durations stays as it is. */
const HEAVY_CONVS = /^\/decoder\/decoder\/(generator\/(resblocks|noise_res|ups)|encode|decode)[./]/u;

/** What is done to the published model when it is assembled, besides widening its numbers. */
export const KOKORO_EDIT: Edit = {
  rewrite: (graph) => inTurn(graph, fuse, (fused) => quantiseConvs(fused, (name) => HEAVY_CONVS.test(name))),
  domains: [MICROSOFT],
  alsoOutput: [DURATIONS],
};

function inTurn(graph: Graph, ...edits: ((graph: Graph) => Rewritten)[]): Rewritten {
  const start: Rewritten = { nodes: graph.nodes, initializers: [] };
  return edits.reduce(({ nodes, initializers }, edit) => {
    const next = edit({ ...graph, nodes });
    return { nodes: next.nodes, initializers: [...initializers, ...next.initializers] };
  }, start);
}
