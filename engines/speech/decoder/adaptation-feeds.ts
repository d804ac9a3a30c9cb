import { Tensor } from 'onnxruntime-node';
import { ADAPTED_PARTS, partsOf, RANK } from './adaptation.ts';

/** Presets are not adapted: their products are of rank 0, which costs nothing. */
const NOT_ADAPTED = Object.fromEntries(
  ADAPTED_PARTS.map(({ name, shape }) => {
    const sizes = shape.map((size) => (size === RANK ? 0 : size));
    const count = sizes.reduce((product, size) => product * size, 1);
    return [name, new Tensor('float32', new Float32Array(count), sizes)];
  }),
);

export function adaptationFeeds(numbers: Float32Array | undefined): Record<string, Tensor> {
  if (!numbers) return NOT_ADAPTED;
  return Object.fromEntries(
    partsOf(numbers).map(({ part: { name, shape }, values }) => [name, new Tensor('float32', values, shape)]),
  );
}
