export type PowerSpectrum = (signal: Float64Array, power: Float64Array) => void;

/** Powers of the first half of a real signal's spectrum; `power` has as many bins as are wanted. */
export function createPowerSpectrum(size: number): PowerSpectrum {
  return Number.isInteger(Math.log2(size)) ? fast(size) : folded(size);
}

/** The fast Fourier transform, for powers of two. */
function fast(size: number): PowerSpectrum {
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const reversed = bitReversed(size);
  const { cosines, sines } = unitCircle(size, size / 2);
  return (signal, power) => {
    for (let i = 0; i < size; i += 1) real[reversed[i] as number] = signal[i] ?? 0;
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let from = 0; from < size; from += 2 * half) {
        for (let k = 0; k < half; k += 1) {
          const [even, odd] = [from + k, from + k + half];
          const [c, s] = [cosines[k * stride] as number, sines[k * stride] as number];
          const [a, b] = [real[odd] as number, imaginary[odd] as number];
          const turnedReal = a * c + b * s;
          const turnedImaginary = b * c - a * s;
          real[odd] = (real[even] as number) - turnedReal;
          imaginary[odd] = (imaginary[even] as number) - turnedImaginary;
          real[even] = (real[even] as number) + turnedReal;
          imaginary[even] = (imaginary[even] as number) + turnedImaginary;
        }
      }
    }
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
      const [a, b] = [signal[n] ?? 0, signal[size - n] ?? 0];
      even[n] = a + b;
      odd[n] = a - b;
    }
    const [start, middle] = [signal[0] ?? 0, signal[half] ?? 0];
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

function unitCircle(size: number, count: number): { cosines: Float64Array; sines: Float64Array } {
  const angles = Float64Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / size);
  return { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
}

function bitReversed(size: number): Uint32Array {
  const places = new Uint32Array(size);
  for (let i = 1; i < size; i += 1) places[i] = ((places[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0);
  return places;
}
