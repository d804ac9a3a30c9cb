import { type Graph, makeNode, type Node, type Rewritten } from '../graph.ts';
import { MICROSOFT } from './quantise.ts';

/** One node for the activation x · (1 + erf(x / √2)) / 2, which is written as five, and for its form with tanh, written as eight. */
export function fuseGelu({ nodes }: Graph): Rewritten {
  const maker = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const users = new Map<string, Node[]>();
  for (const node of nodes)
    for (const name of node.inputs) users.set(name, [...(users.get(name) ?? []), node]);

  /** Follows the only user of each output, by the given operators. */
  const last = (node: Node, operators: readonly string[]): Node | null => {
    let at = node;
    for (const operator of operators) {
      const [user, ...others] = users.get(at.outputs[0] ?? '') ?? [];
      if (user?.op !== operator || others.length > 0) return null;
      at = user;
    }
    return at;
  };
  const inputOf = (node: Node | undefined, operator: string): string | undefined =>
    node?.op === operator ? node.inputs[0] : undefined;

  const replaced = new Map<Node, Node>();
  for (const node of nodes) {
    const before = maker.get(node.inputs[0] ?? '');
    const isErf = node.op === 'Erf';
    if (!isErf && node.op !== 'Tanh') continue;
    const scaled = inputOf(before, 'Mul');
    const x = isErf || scaled === undefined ? scaled : inputOf(maker.get(scaled), 'Add');
    const end = last(node, isErf ? ['Add', 'Mul', 'Mul'] : ['Add', 'Mul']);
    if (x === undefined || !end) continue;
    const fused = makeNode(isErf ? 'Gelu' : 'FastGelu', [x], end.outputs);
    replaced.set(end, { ...fused, domain: MICROSOFT });
  }
  return { nodes: nodes.map((node) => replaced.get(node) ?? node), initializers: [] };
}
