/**
 * What of our decoder is adapted to one voice: scale and shift of the last norms, an update of low rank beside each product
 * after the first of them, and the bias of the last product. All are inputs of the one session that every voice shares.
 */

/** Numbers in a frame between the blocks, inside a block, and in the filters of a frame. */
const WIDTH = 512;
const INNER = 1_536;
const FILTERS = 1_806;
export const RANK = 8;
/** Norms before each of ten blocks and before the filters; the last four are adapted, with the three blocks between them. */
export const ADAPTED_NORMS = [7, 8, 9, 10];

export type AdaptedPart = { name: string; shape: readonly [number] | readonly [number, number] };
/** A product x · weights gets x · down · up beside it. */
export type AdaptedProduct = { down: string; up: string };

export const adaptedNorm = (norm: number): string => `adapted/told/${norm}`;
export const ADAPTED_BIAS = 'adapted/bias';

const PRODUCTS = [
  ...ADAPTED_NORMS.slice(0, -1).flatMap((block) => [
    { name: `adapted/${block}/up`, ins: WIDTH, outs: INNER },
    { name: `adapted/${block}/down`, ins: INNER, outs: WIDTH },
  ]),
  { name: 'adapted/filters', ins: WIDTH, outs: FILTERS },
];
/** In the order of the graph. */
export const ADAPTED_PRODUCTS: readonly AdaptedProduct[] = PRODUCTS.map(({ name }) => factorsOf(name));

/** In the order in which an adaptation is kept. */
export const ADAPTED_PARTS: readonly AdaptedPart[] = [
  ...ADAPTED_NORMS.map((norm) => ({ name: adaptedNorm(norm), shape: [2 * WIDTH] as const })),
  ...PRODUCTS.flatMap(({ name, ins, outs }) => {
    const { down, up } = factorsOf(name);
    return [
      { name: down, shape: [ins, RANK] as const },
      { name: up, shape: [RANK, outs] as const },
    ];
  }),
  { name: ADAPTED_BIAS, shape: [FILTERS] as const },
];

function factorsOf(product: string): AdaptedProduct {
  return { down: `${product}/to-rank`, up: `${product}/of-rank` };
}

function sizeOf({ shape: [rows, columns = 1] }: AdaptedPart): number {
  return rows * columns;
}

export const ADAPTATION_SIZE = ADAPTED_PARTS.reduce((sum, part) => sum + sizeOf(part), 0);

/** The numbers of each part, in order: views of the same memory. */
export function partsOf(numbers: Float32Array): { part: AdaptedPart; values: Float32Array }[] {
  let at = 0;
  return ADAPTED_PARTS.map((part) => {
    const values = numbers.subarray(at, at + sizeOf(part));
    at += values.length;
    return { part, values };
  });
}
