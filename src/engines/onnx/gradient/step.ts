import type { Graph, Node } from '../graph.ts';
import type { Extents } from './extents.ts';
import type { Tape } from './tape.ts';

/** One node on the way back. */
export type Step = {
  node: Node;
  /** Of what is differentiated, by the output of the node. */
  gradient: string;
  tape: Tape;
  graph: Graph;
  extents(name: string): Extents;
};

/** For each input of the node how its gradient is written; only what is asked for is called. */
export type Rule = (step: Step) => readonly (() => string)[];
export type Rules = Readonly<Record<string, Rule>>;

/** The input or the output of a node with only so many. */
export const input = ({ node }: Step, index = 0): string => node.inputs[index] ?? '';
export const output = ({ node }: Step): string => node.outputs[0] ?? '';
