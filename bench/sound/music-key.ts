import { createPowerSpectrum, hannWindow } from '../../engines/dsp/index.ts';

/** Listeners said how well each degree fits a key (Krumhansl and Kessler, 1982). */
const MAJOR = [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88];
const MINOR = [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17];
const NAMES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const SIZE = 4_096;
const HOP = 1_024;
const LOWEST_HERTZ = 60;
const HIGHEST_HERTZ = 1_600;

export type MeasuredKey = {
  tonic: number;
  isMinor: boolean;
  name: string;
  /** The best major key fits this much better than the best minor one. */
  majorness: number;
};

export function keyOf(mono: Float32Array, rate: number): MeasuredKey {
  const chroma = chromaOf(quarterRate(mono), rate / 4);
  const fits = [MAJOR, MINOR].map((profile) =>
    NAMES.map((_, tonic) =>
      correlation(
        chroma,
        profile.map((__, i) => profile[(i - tonic + 12) % 12] as number),
      ),
    ),
  ) as [number[], number[]];
  const [major, minor] = fits.map((row) => Math.max(...row)) as [number, number];
  const isMinor = minor > major;
  const tonic = isMinor ? fits[1].indexOf(minor) : fits[0].indexOf(major);
  return {
    tonic,
    isMinor,
    name: `${NAMES[tonic]} ${isMinor ? 'minor' : 'major'}`,
    majorness: major - minor,
  };
}

/** Means of four samples: what folds over lies far above the tones that count. */
function quarterRate(samples: Float32Array): Float32Array {
  const fewer = new Float32Array(Math.floor(samples.length / 4));
  for (let i = 0; i < fewer.length; i += 1) {
    let sum = 0;
    for (let k = 0; k < 4; k += 1) sum += samples[4 * i + k] as number;
    fewer[i] = sum / 4;
  }
  return fewer;
}

/** Measures how much of each pitch class sounds, from the peaks of the spectrum. */
function chromaOf(samples: Float32Array, rate: number): number[] {
  const spectrum = createPowerSpectrum(SIZE);
  const window = hannWindow(SIZE);
  const frame = new Float64Array(SIZE);
  const power = new Float64Array(SIZE / 2);
  const chroma = new Array<number>(12).fill(0);
  for (let from = 0; from + SIZE / 2 < samples.length; from += HOP) {
    for (let i = 0; i < SIZE; i += 1) frame[i] = (window[i] as number) * (samples[from + i] ?? 0);
    spectrum(frame, power);
    const lowest = Math.ceil((LOWEST_HERTZ * SIZE) / rate);
    for (let k = lowest; k < (HIGHEST_HERTZ * SIZE) / rate; k += 1) {
      const [a, b, c] = [power[k - 1], power[k], power[k + 1]] as [number, number, number];
      if (b <= a || b < c || b < 1e-4) continue;
      const shift = (0.5 * (Math.log(a) - Math.log(c))) / (Math.log(a) - 2 * Math.log(b) + Math.log(c));
      const pitch = 69 + 12 * Math.log2(((k + shift) * rate) / SIZE / 440);
      const nearest = Math.round(pitch);
      // A peak between two keys is a drum, or noise.
      const purity = Math.max(0, 1 - 2.5 * Math.abs(pitch - nearest));
      const place = ((nearest % 12) + 12) % 12;
      chroma[place] = (chroma[place] as number) + purity * Math.sqrt(Math.sqrt(b));
    }
  }
  return chroma;
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanA = mean(a);
  const meanB = mean(b);
  let both = 0;
  let ofA = 1e-12;
  let ofB = 1e-12;
  for (const [i, value] of a.entries()) {
    const x = value - meanA;
    const y = (b[i] as number) - meanB;
    both += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return both / Math.sqrt(ofA * ofB);
}

/** Says how a measured key is related to the played one. */
export function keyVerdict(
  measured: Pick<MeasuredKey, 'tonic' | 'isMinor'>,
  played: { tonic: number; isMinor: boolean },
): string {
  const up = (measured.tonic - played.tonic + 12) % 12;
  if (measured.isMinor === played.isMinor) {
    if (up === 0) return 'yes';
    if (up === 7 || up === 5) return 'fifth';
    return 'no';
  }
  if (up === 0) return 'parallel';
  return up === (played.isMinor ? 3 : 9) ? 'relative' : 'no';
}
