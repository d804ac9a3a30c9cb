import { type Graph, makeNode, type Node, type Rewritten } from '../../onnx/index.ts';
import { ADAPTED_BIAS, ADAPTED_NORMS, ADAPTED_PRODUCTS, adaptedNorm } from './adaptation.ts';

/**
 * Gives the decoder inputs that adapt it to a voice. `told`: what tells each norm its scale and shift. What is added is in 32 bits,
 * beside products in 8. Products of rank 0 and zeros leave the sound as it is, to the bit.
 */
export function adaptable({ nodes }: Graph, told: readonly string[]): Rewritten {
  const adaptedName = new Map(ADAPTED_NORMS.map((norm) => [told[norm] ?? '', `${told[norm]}/adapted`]));
  const adaptedTold = ADAPTED_NORMS.map((norm) =>
    makeNode('Add', [told[norm] ?? '', adaptedNorm(norm)], [`${told[norm]}/adapted`]),
  );
  const products = lastProducts(nodes);
  const edited = new Map(products.map((product, i) => [product, withLowRank(product, i)]));
  const filters = products.at(-1)?.outputs[0] ?? '';
  const bias = nodes.find(({ op, inputs }) => op === 'Add' && inputs[0] === filters);
  if (!bias) throw new Error('the last product of the decoder has no bias');
  edited.set(bias, withBias(bias));
  const rest = nodes.flatMap((node) => edited.get(node) ?? [node]);
  const renamed = rest.map((node) => ({
    ...node,
    inputs: node.inputs.map((name) => adaptedName.get(name) ?? name),
  }));
  return { nodes: [...adaptedTold, ...renamed], initializers: [] };
}

/** Those of the last blocks, and the one that makes the filters. */
function lastProducts(nodes: readonly Node[]): Node[] {
  const inBlocks = nodes.filter(({ op }) => op === 'DynamicQuantizeMatMul');
  const norm = nodes.findLast(({ op }) => op === 'LayerNormalization');
  const last = nodes.find(({ op, inputs }) => op === 'MatMul' && inputs[0] === norm?.outputs[0]);
  if (!last) throw new Error('the decoder has no product after its last norm');
  return [...inBlocks.slice(1 - ADAPTED_PRODUCTS.length), last];
}

function withLowRank(product: Node, index: number): Node[] {
  const [x = ''] = product.inputs;
  const [output = ''] = product.outputs;
  const { down, up } = ADAPTED_PRODUCTS[index] ?? { down: '', up: '' };
  const [plain, low, update] = [`${output}/plain`, `${output}/low`, `${output}/update`];
  return [
    { ...product, outputs: [plain] },
    makeNode('MatMul', [x, down], [low]),
    makeNode('MatMul', [low, up], [update]),
    makeNode('Add', [plain, update], [output]),
  ];
}

/** The bias alone is small, the filters are many. */
function withBias(sum: Node): Node[] {
  const [product = '', bias = ''] = sum.inputs;
  const adapted = `${bias}/adapted`;
  return [makeNode('Add', [bias, ADAPTED_BIAS], [adapted]), { ...sum, inputs: [product, adapted] }];
}
