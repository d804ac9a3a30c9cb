import { type Attribute, floats, type Initializer, make, type Node, wholeNumbers } from '../graph.ts';

/** Nodes in the order in which they will run, written one after another; a node is known by the name of its output. */
export type Tape = {
  written(): { nodes: Node[]; initializers: Initializer[] };
  make(op: string, inputs: string[], attributes?: Record<string, Attribute>): string;
  floats(values: Float32Array, shape?: readonly number[]): string;
  whole(values: readonly number[]): string;
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
    make(op, inputs, attributes) {
      const output = `${prefix}/${op}_${nodes.length}`;
      nodes.push(make(op, inputs, [output], attributes));
      return output;
    },
    floats: (values, shape) => keep(floats(`${prefix}/floats_${initializers.size}`, values, shape)),
    // Named for what they are, since the same few axes are asked for again and again.
    whole: (values) => keep(wholeNumbers(`${prefix}/whole_${values.join('_')}`, values)),
  };
}
