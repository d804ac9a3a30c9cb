import {
  type Attribute,
  floatInitializer,
  type Initializer,
  intInitializer,
  makeNode,
  type Node,
} from '../graph.ts';

/** Collects nodes in execution order. A node is identified by the name of its output. */
export type Tape = {
  written(): { nodes: Node[]; initializers: Initializer[] };
  node(op: string, inputs: string[], attributes?: Record<string, Attribute>): string;
  floatConstant(values: Float32Array, shape?: readonly number[]): string;
  intConstant(values: readonly number[]): string;
};

export function createTape(prefix: string): Tape {
  const nodes: Node[] = [];
  const initializers = new Map<string, Initializer>();
  const keep = (initializer: Initializer): string => {
    initializers.set(initializer.name, initializer);
    return initializer.name;
  };
  return {
    written: () => ({ nodes, initializers: [...initializers.values()] }),
    node(op, inputs, attributes) {
      const output = `${prefix}/${op}_${nodes.length}`;
      nodes.push(makeNode(op, inputs, [output], attributes));
      return output;
    },
    floatConstant: (values, shape) =>
      keep(floatInitializer(`${prefix}/floats_${initializers.size}`, values, shape)),
    // Named by value, because the same few axes are requested again and again.
    intConstant: (values) => keep(intInitializer(`${prefix}/whole_${values.join('_')}`, values)),
  };
}
