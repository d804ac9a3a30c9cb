import { BINS, FRAME } from './spectra.ts';
import { RATE } from './types.ts';

/** Bands are as narrow as those of hearing: 94 Hz at first, a fifth of the frequency later. */
const NARROWEST_HERTZ = 94;
const WIDTH = 0.19;
const HIGHEST_HERTZ = 20_000;
/** The network hears up to 8 kHz. Above it speech is hiss, which comes and goes with the hiss below. */
const HEARD_HERTZ = 7_600;
const HISS_HERTZ = 4_000;

const CENTRES = centres();
export const BANDS = CENTRES.length;
/** Bands that the network does not hear, and those that tell about them. */
export const FIRST_UNHEARD = CENTRES.findIndex((hertz) => hertz > HEARD_HERTZ);
export const FIRST_OF_HISS = CENTRES.findIndex((hertz) => hertz > HISS_HERTZ);

/** Each bin lies between two bands and belongs to both, more to the nearer one. */
const LOWER = new Uint8Array(BINS);
const UPPER_SHARE = new Float32Array(BINS);
for (let bin = 0; bin < BINS; bin += 1) {
  const hertz = (bin * RATE) / FRAME;
  const lower = Math.min(
    Math.max(
      0,
      CENTRES.findLastIndex((centre) => centre <= hertz),
    ),
    BANDS - 2,
  );
  const low = CENTRES[lower] as number;
  const high = CENTRES[lower + 1] as number;
  LOWER[bin] = lower;
  UPPER_SHARE[bin] = Math.min(1, Math.max(0, (hertz - low) / (high - low)));
}

/** Adds the power of a bin to its bands, which begin at `first`. */
export function addToBands(bands: Float32Array, first: number, bin: number, power: number): void {
  const lower = first + (LOWER[bin] as number);
  const share = UPPER_SHARE[bin] as number;
  bands[lower] = (bands[lower] as number) + (1 - share) * power;
  bands[lower + 1] = (bands[lower + 1] as number) + share * power;
}

/** Interpolates the value of a bin between the two nearest bands. */
export function fromBands(bands: Float32Array, first: number, bin: number): number {
  const lower = first + (LOWER[bin] as number);
  const below = bands[lower] as number;
  return below + (UPPER_SHARE[bin] as number) * ((bands[lower + 1] as number) - below);
}

function centres(): number[] {
  const found: number[] = [];
  for (let edge = 0; edge < HIGHEST_HERTZ; ) {
    const next = edge + Math.max(NARROWEST_HERTZ, WIDTH * edge);
    found.push((edge + next) / 2);
    edge = next;
  }
  return found;
}
