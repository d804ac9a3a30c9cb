import type { Graph, Rewritten } from '../graph.ts';
import { CONVOLUTIONS } from './convolutions.ts';
import { ELEMENTWISE } from './elementwise.ts';
import { type Extents, readExtents } from './extents.ts';
import { MATRICES } from './matrices.ts';
import { MOVES } from './moves.ts';
import { NORMS } from './norms.ts';
import type { Rules } from './step.ts';
import { createTape } from './tape.ts';

const RULES: Rules = { ...ELEMENTWISE, ...CONVOLUTIONS, ...MATRICES, ...MOVES, ...NORMS };

export type Wanted = {
  /** Tensor to differentiate, and the gradient that arrives there: a tensor of the same shape. */
  of: string;
  arriving: string;
  by: readonly string[];
  /** Treated as constants, although they depend on `by`. */
  detached?: readonly string[];
  /** Extents of tensors whose shapes cannot be read from the graph. */
  extents: Readonly<Record<string, Extents>>;
};

/** Its nodes go after those of the graph, since they use their outputs. */
export type Derivative = Rewritten & { gradients: string[] };

export function differentiate(graph: Graph, wanted: Wanted): Derivative {
  const extents = readExtents(graph, wanted.extents);
  const dependent = dependentOn(graph, wanted);
  const tape = createTape(`${wanted.of}/by`);
  const shares = new Map([[wanted.of, [wanted.arriving]]]);
  const gradientOf = (name: string): string | null => {
    const [first, ...others] = shares.get(name) ?? [];
    if (first === undefined) return null;
    return others.length === 0 ? first : tape.node('Sum', [first, ...others]);
  };
  // Nodes come after their inputs, so in reverse order a tensor's gradient is complete before it is passed on.
  for (const node of graph.nodes.toReversed()) {
    const wants = node.inputs.map((name) => dependent.has(name));
    const gradient = dependent.has(node.outputs[0] ?? '') ? gradientOf(node.outputs[0] ?? '') : null;
    if (gradient === null || wanted.by.includes(node.outputs[0] ?? '')) continue;
    const rule = RULES[node.op];
    if (!rule)
      throw new Error(`there is no rule to differentiate ${node.op}, which makes ${node.outputs[0]}`);
    for (const [index, share] of rule({ node, gradient, tape, graph, extents }).entries()) {
      if (!wants[index]) continue;
      const name = node.inputs[index] ?? '';
      shares.set(name, [...(shares.get(name) ?? []), share()]);
    }
  }
  const gradients = wanted.by.map((by) => {
    const gradient = gradientOf(by);
    if (gradient === null) throw new Error(`${wanted.of} does not depend on ${by}`);
    return gradient;
  });
  return { gradients, ...tape.written() };
}

function dependentOn({ nodes }: Graph, { by, detached = [] }: Wanted): ReadonlySet<string> {
  const dependent = new Set(by);
  for (const { inputs, outputs } of nodes)
    if (inputs.some((name) => dependent.has(name)))
      for (const name of outputs) if (!detached.includes(name)) dependent.add(name);
  return dependent;
}
