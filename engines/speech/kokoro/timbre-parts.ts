import {
  type Graph,
  type Initializer,
  intInitializer,
  makeNode,
  type Node,
  type Rewritten,
} from '../../onnx/index.ts';

/** The first half of a style. The second half goes to the encoder, for melody and durations. */
export const TIMBRE = '/decoder/Slice_output_0';
export const TIMBRE_SIZE = 128;

/** Parts of the decoder that take the timbre, from coarse to fine. */
const PARTS = [
  'encode',
  ...[0, 1, 2, 3].map((block) => `decode.${block}`),
  ...[0, 1].map((block) => `generator/noise_res.${block}`),
  ...[0, 1, 2, 3, 4, 5].map((block) => `generator/resblocks.${block}`),
];
export const TIMBRE_PARTS = PARTS.length;
const FIRST_OF_GENERATOR = PARTS.findIndex((part) => part.startsWith('generator/'));
/** Parts that belong to the generator: the last ones. */
export const GENERATOR_PARTS = { first: FIRST_OF_GENERATOR, count: PARTS.length - FIRST_OF_GENERATOR };

/** Offset of each part from the timbre of the style: [parts, numbers]. */
export const TIMBRE_OFFSETS = 'timbre_offsets';

/** Adds a separate offset to the timbre for each part, so that the parts can differ. */
export function splitTimbre({ nodes }: Graph): Rewritten {
  const initializers: Initializer[] = [intInitializer('vox_parts_axis', [0])];
  const partName = (part: string): string => `${TIMBRE}/${part}`;
  const offsets = PARTS.flatMap((part, i): Node[] => {
    const from = intInitializer(`vox_part_${i}`, [i]);
    const to = intInitializer(`vox_part_${i}_end`, [i + 1]);
    initializers.push(from, to);
    return [
      makeNode('Slice', [TIMBRE_OFFSETS, from.name, to.name, 'vox_parts_axis'], [`${partName(part)}/offset`]),
      makeNode('Add', [TIMBRE, `${partName(part)}/offset`], [partName(part)]),
    ];
  });
  const split = nodes.flatMap((node) => {
    if (node.outputs[0] === TIMBRE) return [node, ...offsets];
    if (!node.inputs.includes(TIMBRE)) return [node];
    const part = PARTS.find((name) => node.outputs[0]?.startsWith(`/decoder/decoder/${name}/`));
    if (!part) throw new Error(`${node.outputs[0]} takes the timbre but belongs to no part`);
    return [{ ...node, inputs: node.inputs.map((name) => (name === TIMBRE ? partName(part) : name)) }];
  });
  return { nodes: split, initializers };
}
