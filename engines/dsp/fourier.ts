/** Transforms a complex signal in place. Swapping the two parts, and dividing by the size, transforms it back. */
export type Fourier = (real: Float64Array, imaginary: Float64Array) => void;

/** The fast Fourier transform, for powers of two. */
export function createFourier(size: number): Fourier {
  const reversed = bitReversed(size);
  const { cosines, sines } = unitCircle(size, size / 2);
  // The code avoids destructuring because this is the innermost loop of all work on spectra.
  return (real, imaginary) => {
    for (let i = 0; i < size; i += 1) {
      const j = reversed[i] as number;
      if (j <= i) continue;
      const a = real[i] as number;
      const b = imaginary[i] as number;
      real[i] = real[j] as number;
      imaginary[i] = imaginary[j] as number;
      real[j] = a;
      imaginary[j] = b;
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let from = 0; from < size; from += 2 * half) {
        for (let k = 0, even = from, odd = from + half; k < half; k += 1, even += 1, odd += 1) {
          const c = cosines[k * stride] as number;
          const s = sines[k * stride] as number;
          const a = real[odd] as number;
          const b = imaginary[odd] as number;
          const turnedReal = a * c + b * s;
          const turnedImaginary = b * c - a * s;
          real[odd] = (real[even] as number) - turnedReal;
          imaginary[odd] = (imaginary[even] as number) - turnedImaginary;
          real[even] = (real[even] as number) + turnedReal;
          imaginary[even] = (imaginary[even] as number) + turnedImaginary;
        }
      }
    }
  };
}

/** The first points of the circle that is divided by `size`. */
export function unitCircle(size: number, count: number): { cosines: Float64Array; sines: Float64Array } {
  const angles = Float64Array.from({ length: count }, (_, k) => (2 * Math.PI * k) / size);
  return { cosines: angles.map(Math.cos), sines: angles.map(Math.sin) };
}

function bitReversed(size: number): Uint32Array {
  const places = new Uint32Array(size);
  for (let i = 1; i < size; i += 1) places[i] = ((places[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0);
  return places;
}
