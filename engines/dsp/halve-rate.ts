/** The filter reaches this far to each side, in samples of the lower rate. */
const REACH = 24;
/** A share of the lower rate's half. The rest leaves room for the slope, above the highest band that is heard. */
const CUT_OFF = 0.96;
const TAPS = lowPass(2);

/** Taps of a filter that removes what a rate lower by the factor cannot hold. They are centred on the middle one. */
export function lowPass(factor: number): Float64Array {
  return Float64Array.from({ length: 2 * factor * REACH + 1 }, (_, i) => {
    const x = (i - factor * REACH) / factor;
    const sinc = x === 0 ? 1 : Math.sin(Math.PI * CUT_OFF * x) / (Math.PI * CUT_OFF * x);
    return (CUT_OFF / factor) * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / (REACH + 0.5)));
  });
}

/** Every second sample, after what the lower rate cannot hold is taken away. */
export function halveRate(samples: Float32Array): Float32Array {
  const halved = new Float32Array(Math.floor(samples.length / 2));
  for (let i = 0; i < halved.length; i += 1) {
    let sum = 0;
    for (let k = 0; k < TAPS.length; k += 1)
      sum += (TAPS[k] as number) * (samples[2 * i + k - 2 * REACH] ?? 0);
    halved[i] = sum;
  }
  return halved;
}
