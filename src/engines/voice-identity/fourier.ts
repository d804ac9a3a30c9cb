/** Powers of the first half of a real signal's spectrum, for one size that is a power of two. */
export function createPowerSpectrum(size: number): (signal: Float64Array, power: Float64Array) => void {
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  const reversed = bitReversed(size);
  const cosines = Float64Array.from({ length: size / 2 }, (_, k) => Math.cos((2 * Math.PI * k) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, k) => Math.sin((2 * Math.PI * k) / size));

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

function bitReversed(size: number): Uint32Array {
  const places = new Uint32Array(size);
  for (let i = 1; i < size; i += 1) places[i] = ((places[i >> 1] as number) >> 1) | (i & 1 ? size >> 1 : 0);
  return places;
}
