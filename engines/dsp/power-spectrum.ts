import { createFourier, unitCircle } from './fourier.ts';

export type PowerSpectrum = (signal: Float64Array, power: Float64Array) => void;

/** Powers of the first half of a real signal's spectrum; `power` has as many bins as are wanted. */
export function createPowerSpectrum(size: number): PowerSpectrum {
  return Number.isInteger(Math.log2(size)) ? fast(size) : folded(size);
}

function fast(size: number): PowerSpectrum {
  const transform = createFourier(size);
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  return (signal, power) => {
    for (let i = 0; i < size; i += 1) real[i] = signal[i] ?? 0;
    imaginary.fill(0);
    transform(real, imaginary);
    for (let k = 0; k < power.length; k += 1)
      power[k] = (real[k] as number) ** 2 + (imaginary[k] as number) ** 2;
  };
}

/** The plain transform, for other even sizes; folding the real signal halves its cost. */
function folded(size: number): PowerSpectrum {
  const half = size / 2;
  const { cosines, sines } = unitCircle(size, size);
  const even = new Float64Array(half + 1);
  const odd = new Float64Array(half + 1);
  return (signal, power) => {
    for (let n = 1; n < half; n += 1) {
      const a = signal[n] ?? 0;
      const b = signal[size - n] ?? 0;
      even[n] = a + b;
      odd[n] = a - b;
    }
    const start = signal[0] ?? 0;
    const middle = signal[half] ?? 0;
    for (let k = 0; k < power.length; k += 1) {
      let real = start + (k % 2 === 0 ? middle : -middle);
      let imaginary = 0;
      for (let n = 1, angle = k; n < half; n += 1) {
        real += (even[n] as number) * (cosines[angle] as number);
        imaginary += (odd[n] as number) * (sines[angle] as number);
        angle += k;
        if (angle >= size) angle -= size;
      }
      power[k] = real * real + imaginary * imaginary;
    }
  };
}
