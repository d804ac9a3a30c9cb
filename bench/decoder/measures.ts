import {
  createPowerSpectrum,
  hannWindow,
  hertzBands,
  pitchesOf,
  resampled,
} from '../../engines/dsp/index.ts';
import { extractVoiceFeatures, type Voiceprints } from '../../engines/speaker-embedding/index.ts';

const RATE = 24_000;
const SIZE = 1_024;
const HOP = 256;
const BANDS = 80;
/** Below the loudest band by more than this, nothing is compared. */
const RANGE_DB = 70;

export type Distance = { melDb: number; levelDb: number; pitchCents: number; similarity: number };

/** Measures how far `made` is from `reference`, both at 24 kHz and of the same length. */
export async function distanceOf(
  prints: Voiceprints,
  made: Float32Array,
  reference: Float32Array,
): Promise<Distance> {
  const heard = [made, reference].map((sound) => resampled(sound, RATE, 16_000));
  const [own, other] = await Promise.all(heard.map((sound) => extractVoiceFeatures(prints, sound)));
  const [pitches, wanted] = heard.map(pitchesOf);
  const cents = [...(wanted ?? [])].flatMap((hertz, i) => {
    const found = pitches?.[i] ?? 0;
    return hertz > 0 && found > 0 ? [Math.abs(1_200 * Math.log2(found / hertz))] : [];
  });
  return {
    melDb: melDistance(made, reference),
    levelDb: 10 * Math.log10(powerOf(made) / powerOf(reference)),
    pitchCents: cents.toSorted((a, b) => a - b)[cents.length >> 1] ?? Number.NaN,
    similarity: own?.print.reduce((sum, x, i) => sum + x * (other?.print[i] ?? 0), 0) ?? Number.NaN,
  };
}

function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
}

/** L1 over 80 mel bands. */
function melDistance(made: Float32Array, reference: Float32Array): number {
  const own = melDecibels(made);
  const other = melDecibels(reference);
  const floor = other.reduce((most, db) => Math.max(most, db), Number.NEGATIVE_INFINITY) - RANGE_DB;
  const away = own.map((db, i) => Math.abs(Math.max(db, floor) - Math.max(other[i] ?? floor, floor)));
  return away.reduce((sum, db) => sum + db, 0) / away.length;
}

function melDecibels(samples: Float32Array): Float64Array {
  const mel = (index: number): number => (index / (BANDS + 1)) * 2_595 * Math.log10(1 + RATE / 2 / 700);
  const edges = Array.from({ length: BANDS + 2 }, (_, i) => 700 * (10 ** (mel(i) / 2_595) - 1));
  const bands = hertzBands(edges, SIZE / 2 + 1, RATE / SIZE);
  const window = hannWindow(SIZE);
  const spectrumOf = createPowerSpectrum(SIZE);
  const frame = new Float64Array(SIZE);
  const power = new Float64Array(SIZE / 2 + 1);
  const decibels: number[] = [];
  for (let first = -SIZE / 2; first < samples.length - SIZE / 2; first += HOP) {
    for (let i = 0; i < SIZE; i += 1) frame[i] = ((samples[first + i] ?? 0) * (window[i] ?? 0)) / (SIZE / 4);
    spectrumOf(frame, power);
    for (const { first: bin, weights } of bands) {
      const whole = weights.reduce((sum, weight) => sum + weight, 0);
      const sum = weights.reduce((total, weight, i) => total + weight * (power[bin + i] ?? 0), 0);
      decibels.push(10 * Math.log10(sum / whole + 1e-12));
    }
  }
  return Float64Array.from(decibels);
}
