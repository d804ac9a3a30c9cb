import type { Graph, Node } from '../graph.ts';
import type { Extents } from './extents.ts';
import type { Tape } from './tape.ts';

/** One node of the backward pass. */
export type Step = {
  node: Node;
  /** Gradient of the differentiated tensor by the output of the node. */
  gradient: string;
  tape: Tape;
  graph: Graph;
  extents(name: string): Extents;
};

/** Returns a function for each input of the node that writes its gradient. It is called only if needed. */
export type Rule = (step: Step) => readonly (() => string)[];
export type Rules = Readonly<Record<string, Rule>>;

/** One input of a node, by default the first, and its first output. */
export const input = ({ node }: Step, index = 0): string => node.inputs[index] ?? '';
export const output = ({ node }: Step): string => node.outputs[0] ?? '';
