import { intsOf } from '../attributes.ts';
import type { Graph, Node, Shape } from '../graph.ts';

/** Whether each axis has size 1 or a larger one: all that broadcasting depends on. */
export type Extents = readonly (1 | 'many')[];

type Known = (name: string | undefined) => Extents | undefined;
type Reader = (node: Node, known: Known, graph: Graph) => Extents | undefined;

/** The output of these has as many axes as the first input, and no axis becomes one or ceases to be. */
const KEEPING = new Set(
  `Abs BatchNormalization Cast Cos DequantizeLinear Erf Exp Gather Identity InstanceNormalization LayerNormalization LeakyRelu Log Min Pad Relu Resize Sin Sqrt`.split(
    ' ',
  ),
);
const asFirst: Reader = (node, known) => (KEEPING.has(node.op) ? known(node.inputs[0]) : undefined);
const extent = (size: number | string | undefined): 1 | 'many' => (size === 1 ? 1 : 'many');

const broadcast: Reader = (node, known) => {
  const [a, b] = node.inputs.map(known);
  if (!a || !b) return undefined;
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, i) => {
    const both = [a, b].map((one) => one[i - rank + one.length] ?? 1);
    return both.includes('many') ? 'many' : 1;
  });
};

/** `channels`: the axis of the weights that has the outputs of one group. */
const convolved =
  (channels: 0 | 1): Reader =>
  (node, known, graph) => {
    const outputs = graph.shape(node.inputs[1] ?? '')?.[channels];
    const groups = channels === 1 ? (intsOf(node, 'group')[0] ?? 1) : 1;
    return outputs === undefined
      ? undefined
      : [known(node.inputs[0])?.[0] ?? 1, extent(outputs * groups), 'many'];
  };

const READERS: Readonly<Record<string, Reader>> = {
  Add: broadcast,
  Sub: broadcast,
  Mul: broadcast,
  Div: broadcast,
  Greater: broadcast,
  Conv: convolved(0),
  ConvTranspose: convolved(1),
  MatMul: (node, known) => {
    const [left, right] = node.inputs.map(known);
    return left && right && [...left.slice(0, -1), right.at(-1) ?? 1];
  },
  Transpose: (node, known) => {
    const before = known(node.inputs[0]);
    return before && intsOf(node, 'perm').map((axis) => before[axis] ?? 1);
  },
  Gemm: (node, known) => [known(node.inputs[0])?.[0] ?? 1, 'many'],
  Concat: (node, known) => {
    const axis = intsOf(node, 'axis')[0];
    return known(node.inputs[0])?.map((one, i) => (i === axis ? 'many' : one));
  },
  GlobalAveragePool: (node, known) => known(node.inputs[0])?.map((one, i) => (i < 2 ? one : 1)),
  ReduceMax: (node, known) => known(node.inputs[0])?.map(() => 1),
  ReduceSum: (node, known, graph) => {
    const before = known(node.inputs[0]);
    const axes = graph
      .constant(node.inputs[1] ?? '')
      ?.map((axis) => (axis < 0 ? axis + (before?.length ?? 0) : axis));
    return before?.map((one, axis) => (axes && !axes.includes(axis) ? one : 1));
  },
  Reshape: (node, _known, graph) => graph.constant(node.inputs[1] ?? '')?.map(extent),
  Slice: (node, known, graph) => {
    const [starts, ends, axes] = [1, 2, 3].map((index) => graph.constant(node.inputs[index] ?? '') ?? []);
    return known(node.inputs[0])?.map((one, axis) => {
      const at = axes?.indexOf(axis) ?? -1;
      return at >= 0 && (ends?.[at] ?? 0) - (starts?.[at] ?? 0) === 1 ? 1 : one;
    });
  },
  Unsqueeze: (node, known, graph) => {
    const before = known(node.inputs[0]);
    const axes = graph.constant(node.inputs[1] ?? '');
    if (!before || !axes) return undefined;
    const rest = before.values();
    const rank = before.length + axes.length;
    const added = new Set(axes.map((axis) => (axis + rank) % rank));
    return Array.from({ length: rank }, (_, i) => (added.has(i) ? 1 : (rest.next().value ?? 1)));
  },
};

export function extentsOf(shapes: Readonly<Record<string, Shape>>): Record<string, Extents> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, shape.map(extent)]));
}

/** Walks the graph from start to end. `given`: extents of tensors that cannot be inferred. */
export function readExtents(
  graph: Graph,
  given: Readonly<Record<string, Extents>>,
): (name: string) => Extents {
  const found = new Map(Object.entries(given));
  const known: Known = (name = '') => found.get(name) ?? graph.shape(name)?.map(extent);
  for (const node of graph.nodes) {
    const [output = ''] = node.outputs;
    const extents = found.has(output) ? undefined : (READERS[node.op] ?? asFirst)(node, known, graph);
    if (extents) found.set(output, extents);
  }
  return (name) => {
    const extents = known(name);
    if (!extents) throw new Error(`the shape of ${name} is not known`);
    return extents;
  };
}
