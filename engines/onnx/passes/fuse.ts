import {
  floatInitializer,
  type Graph,
  type Initializer,
  intInitializer,
  makeNode,
  type Node,
  type Rewritten,
} from '../graph.ts';

/** The name of an initializer of ours: the shape of a list. */
const LIST_SHAPE = 'vox_list_shape';

/**
 * The model has its adaptive instance norms and its periodic activations written out, a dozen passes over memory each;
 * here they are one and three. Apart from rounding it is the same function: with the angle y = 2·alpha·a the activation
 * a + sin²(alpha·a) / alpha is (y − cos y + 1) / (2·alpha), and the norm before it makes y in place of a.
 */
export function fuse(graph: Graph): Rewritten {
  const producers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const match = matcher(graph, producers);
  const initializers: Initializer[] = [intInitializer(LIST_SHAPE, [-1])];
  const nodes = graph.nodes.flatMap((node) => {
    const [output = ''] = node.outputs;
    const snake = node.op === 'Add' ? match.snake(output) : null;
    const inner = snake && match.norm(snake.of);
    const half = snake && graph.weights(snake.reciprocal)?.values.map((one) => one / 2);
    if (snake && inner && half) return activation(inner, { ...snake, half }, initializers);
    const norm = node.op === 'Add' ? match.norm(output) : null;
    return norm ? normalised(norm, norm.output) : [node];
  });
  return { nodes: withoutUnused(nodes, graph.outputs), initializers };
}

type Norm = { input: string; scale: string; shift: string; epsilon: number; output: string };
type Snake = { output: string; of: string; alpha: string; reciprocal: string };

function activation(
  norm: Norm,
  { output, alpha, half }: Snake & { half: Float32Array },
  initializers: Initializer[],
): Node[] {
  const name = (part: string): string => `${output}/${part}`;
  initializers.push(
    floatInitializer(name('half'), half),
    floatInitializer(
      name('none'),
      half.map(() => 0),
    ),
    floatInitializer(
      name('one'),
      half.map(() => 1),
    ),
  );
  return [
    makeNode('Add', [alpha, alpha], [name('double')]),
    makeNode('Mul', [norm.scale, name('double')], [name('scale')]),
    makeNode('Mul', [norm.shift, name('double')], [name('shift')]),
    ...normalised({ ...norm, scale: name('scale'), shift: name('shift') }, name('angle')),
    makeNode('Cos', [name('angle')], [name('cosine')]),
    makeNode('Sub', ['angle', 'cosine'].map(name), [name('difference')]),
    // A scale and a shift for each channel in one pass.
    makeNode('BatchNormalization', ['difference', 'half', 'half', 'none', 'one'].map(name), [output], {
      epsilon: { float: 0 },
    }),
  ];
}

/** The node for a norm wants lists of channels, not tensors with ones around them. */
function normalised({ input, scale, shift, epsilon }: Norm, output: string): Node[] {
  const scales = `${output}/scales`;
  const shifts = `${output}/shifts`;
  return [
    makeNode('Reshape', [scale, LIST_SHAPE], [scales]),
    makeNode('Reshape', [shift, LIST_SHAPE], [shifts]),
    makeNode('InstanceNormalization', [input, scales, shifts], [output], { epsilon: { float: epsilon } }),
  ];
}

function matcher(graph: Graph, producers: ReadonlyMap<string, Node>) {
  const from = (name: string, op: string): Node | null => {
    const node = producers.get(name);
    return node?.op === op ? node : null;
  };
  /** The inputs of a node in both orders. */
  const either = (node: Node | null): [string, string][] => {
    const [one, other] = node?.inputs ?? [];
    return one !== undefined && other !== undefined
      ? [
          [one, other],
          [other, one],
        ]
      : [];
  };
  const isConstant = (name: string | undefined, value: number): boolean => {
    const numbers = graph.constant(name ?? '');
    return numbers?.length === 1 && numbers[0] === value;
  };
  const overTime = (name: string): string | null => {
    const mean = from(name, 'ReduceMean');
    return mean && isConstant(mean.inputs[1], 2) ? (mean.inputs[0] ?? null) : null;
  };

  /** a + sin²(alpha·a) / alpha */
  function snake(output: string): Snake | null {
    for (const [of, periodic] of either(from(output, 'Add')))
      for (const [reciprocal, square] of either(from(periodic, 'Mul'))) {
        const power = from(square, 'Pow');
        const sine = power && isConstant(power.inputs[1], 2) ? from(power.inputs[0] ?? '', 'Sin') : null;
        for (const [alpha, same] of either(from(sine?.inputs[0] ?? '', 'Mul')))
          if (same === of) return { output, of, alpha, reciprocal };
      }
    return null;
  }

  /** scale · (x − mean) / √(variance + epsilon) + shift */
  function norm(output: string): Norm | null {
    for (const [scaled, shift] of either(from(output, 'Add')))
      for (const [scale, divided] of either(from(scaled, 'Mul'))) {
        const [centred = '', deviation = ''] = from(divided, 'Div')?.inputs ?? [];
        const [input = '', mean = ''] = from(centred, 'Sub')?.inputs ?? [];
        const [variance = '', small = ''] =
          from(from(deviation, 'Sqrt')?.inputs[0] ?? '', 'Add')?.inputs ?? [];
        const epsilon = graph.constant(small)?.[0];
        if (epsilon === undefined || overTime(mean) !== input || input === '') continue;
        const squares = from(overTime(variance) ?? '', 'Mul');
        if (squares?.inputs.every((name) => name === centred))
          return { input, scale, shift, epsilon, output };
      }
    return null;
  }

  return { snake, norm };
}

function withoutUnused(nodes: readonly Node[], outputs: readonly string[]): Node[] {
  const used = new Set(outputs);
  const kept: Node[] = [];
  // Nodes come after their inputs, so one pass in reverse sees every use before its source.
  for (const node of nodes.toReversed()) {
    if (!node.outputs.some((name) => used.has(name))) continue;
    for (const name of node.inputs) used.add(name);
    kept.push(node);
  }
  return kept.reverse();
}
