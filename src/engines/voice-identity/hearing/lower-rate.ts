/** On each side, in samples of the higher rate. */
const REACH = 30;
/** Of half the lower rate: room for the slope. */
const CUT_OFF = 0.96;
const CUT = (2 / 3) * CUT_OFF;
/** For an output on a sample, and for one between two. */
const PHASES = [0, 1.5].map((place) => {
  const taps = Float64Array.from({ length: 2 * REACH + 1 }, (_, i) => tapAt(i - REACH - place));
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
});

/** The model speaks at 24 kHz and voices are heard at 16: two samples for every three. */
export function from24To16(samples: Float32Array): Float32Array {
  const lower = new Float32Array(Math.floor((samples.length * 2) / 3));
  for (let i = 0; i < lower.length; i += 1) {
    const taps = PHASES[i & 1] as Float64Array;
    const first = 3 * (i >> 1) - REACH;
    let sum = 0;
    for (let k = 0; k < taps.length; k += 1) sum += (taps[k] as number) * (samples[first + k] ?? 0);
    lower[i] = sum;
  }
  return lower;
}

function tapAt(offset: number): number {
  const window = Math.cos((Math.PI / 2) * Math.max(-1, Math.min(1, offset / (REACH + 1)))) ** 2;
  const x = Math.PI * CUT * offset;
  return CUT * (x === 0 ? 1 : Math.sin(x) / x) * window;
}
