import { joinSamples } from '../../dsp/index.ts';

/** Centre frequencies. Between them the gain is linear over log frequency. */
export const BAND_HERTZ = [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000] as const;
export const MAX_DB = 6;

const SAMPLE_RATE = 24_000;
/** Taps on each side: enough for the lowest bands, and shorter than the silence that the model pads its audio with. */
const REACH = 192;
const GRID = 1_024;
const LOUDEST = 0.99;
/** Samples in which the limiter reaches its new gain. */
const RAMP = 240;

export type Equaliser = {
  /** Returns what is certain so far. */
  push(samples: Float32Array): Float32Array;
  /** The rest. Together as long as what was pushed, and with the same phase. */
  finish(): Float32Array;
};

/** An equaliser serves one utterance, which must be silent at both ends. */
export function createEqualiser(gainsDb: readonly number[]): Equaliser {
  if (gainsDb.every((gain) => gain === 0))
    return { push: (samples) => samples, finish: () => new Float32Array() };
  const taps = tapsFor(gainsDb);
  const limit = createLimiter();
  let unheard = new Float32Array(REACH);
  const push = (samples: Float32Array): Float32Array => {
    unheard = joinSamples([unheard, samples]);
    const filtered = new Float32Array(Math.max(0, unheard.length - 2 * REACH));
    for (let i = 0; i < filtered.length; i += 1) {
      let sum = 0;
      for (let k = 0; k < taps.length; k += 1) sum += (taps[k] as number) * (unheard[i + k] as number);
      filtered[i] = sum;
    }
    unheard = unheard.slice(filtered.length);
    return limit(filtered);
  };
  return { push, finish: () => push(new Float32Array(REACH)) };
}

/** Turns the sound down from where it would clip, to the end of the utterance. */
function createLimiter(): (samples: Float32Array) => Float32Array {
  let gain = 1;
  return (samples) => {
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const before = gain;
    const after = peak > 0 ? Math.min(gain, LOUDEST / peak) : gain;
    gain = after;
    if (before === 1 && after === 1) return samples;
    return samples.map((sample, i) => {
      const turned = sample * (before + (after - before) * Math.min(1, i / RAMP));
      return Math.min(Math.max(turned, -LOUDEST), LOUDEST);
    });
  };
}

/** Windowed taps of the requested curve. They are symmetric, so their order does not matter. */
function tapsFor(gainsDb: readonly number[]): Float64Array {
  const gains = Float64Array.from({ length: GRID + 1 }, (_, k) => {
    const hertz = (k * SAMPLE_RATE) / (2 * GRID);
    return 10 ** (gainAt(hertz, gainsDb) / 20);
  });
  const side = Float64Array.from({ length: REACH + 1 }, (_, n) => {
    let sum = (gains[0] as number) / 2 + ((gains[GRID] as number) * Math.cos(Math.PI * n)) / 2;
    for (let k = 1; k < GRID; k += 1) sum += (gains[k] as number) * Math.cos((Math.PI * k * n) / GRID);
    return (sum / GRID) * (0.5 + 0.5 * Math.cos((Math.PI * n) / (REACH + 1)));
  });
  return Float64Array.from({ length: 2 * REACH + 1 }, (_, i) => side[Math.abs(i - REACH)] as number);
}

function gainAt(hertz: number, gainsDb: readonly number[]): number {
  const above = BAND_HERTZ.findIndex((band) => band > hertz);
  if (above === 0) return gainsDb[0] ?? 0;
  if (above < 0) return gainsDb.at(-1) ?? 0;
  const low = BAND_HERTZ[above - 1] ?? 1;
  const high = BAND_HERTZ[above] ?? 1;
  const share = Math.log(hertz / low) / Math.log(high / low);
  return (1 - share) * (gainsDb[above - 1] ?? 0) + share * (gainsDb[above] ?? 0);
}
