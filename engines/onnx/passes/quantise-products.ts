import {
  bytes,
  floatInitializer,
  type Graph,
  type Initializer,
  makeNode,
  type Node,
  type Rewritten,
} from '../graph.ts';
import { inBytes, MICROSOFT } from './quantise.ts';

/** A product by weights, and the node that adds a bias to it, if there is one. */
type Product = { node: Node; sum: Node | undefined; bias: string | undefined };

/** Products by constant matrices in 8 bits, as `quantiseConvs` does it for convolutions. */
export function quantiseProducts(graph: Graph): Rewritten {
  const initializers: Initializer[] = [];
  const replaced = new Map<Node, Node[]>();
  for (const { node, sum, bias } of productsOf(graph)) {
    const [x = '', weightsName = ''] = node.inputs;
    const weights = graph.weights(weightsName);
    const [ins = 0, outs = 0] = weights?.shape ?? [];
    if (weights?.shape.length !== 2) continue;
    const { matrix, scales } = inBytes({
      weights: weights.values,
      steps: { part: 0, in: outs, phase: 0, out: 1 },
      starts: [0],
      ins,
      outs,
      phases: 1,
    });
    const name = (part: string): string => `${node.outputs[0]}/q/${part}`;
    initializers.push(bytes(name('matrix'), matrix, [ins, outs]), floatInitializer(name('scales'), scales));
    const inputs = [x, name('matrix'), name('scales'), ...(bias === undefined ? [] : ['', bias])];
    const made = makeNode('DynamicQuantizeMatMul', inputs, (sum ?? node).outputs);
    replaced.set(node, [{ ...made, domain: MICROSOFT }]);
    if (sum) replaced.set(sum, []);
  }
  return { nodes: graph.nodes.flatMap((node) => replaced.get(node) ?? [node]), initializers };
}

function productsOf({ nodes, shape }: Graph): Product[] {
  return nodes
    .filter(({ op, inputs }) => op === 'MatMul' && shape(inputs[1] ?? '') !== undefined)
    .map((node) => {
      const [output = ''] = node.outputs;
      const [user, ...others] = nodes.filter(({ inputs }) => inputs.includes(output));
      const bias = user?.inputs.find((name) => name !== output);
      const isBias = user?.op === 'Add' && others.length === 0 && shape(bias ?? '')?.length === 1;
      return isBias ? { node, sum: user, bias } : { node, sum: undefined, bias: undefined };
    });
}
