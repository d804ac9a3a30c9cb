import type { Band } from '../../../dsp/index.ts';
import type { Tensor } from '../../../onnx/index.ts';

/** Fourier transform as a convolution: the cosines of each frequency (in turns per sample), then the sines. */
export function fourierWeights(
  name: string,
  frequencies: readonly number[],
  window: (wave: Float64Array) => Float64Array,
  width: number,
): Tensor {
  const rows = [Math.cos, Math.sin].flatMap((wave) =>
    frequencies.map((frequency) =>
      window(Float64Array.from({ length: width }, (_, n) => wave(2 * Math.PI * frequency * n))),
    ),
  );
  return { name, shape: [rows.length, 1, width], values: Float32Array.from(rows.flatMap((row) => [...row])) };
}

/** Maps the squares of cosines and sines to the power in each band. */
export function bandWeights(name: string, bands: readonly Band[], bins: number): Tensor {
  const values = new Float32Array(bands.length * 2 * bins);
  for (const [b, { first, weights }] of bands.entries())
    for (const half of [0, bins])
      for (const [k, weight] of weights.entries()) values[b * 2 * bins + half + first + k] = weight;
  return { name, shape: [bands.length, 2 * bins, 1], values };
}

export function numberTensor(name: string, ...values: number[]): Tensor {
  return { name, shape: [values.length], values: Float32Array.from(values) };
}
