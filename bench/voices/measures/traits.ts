import {
  type LongTermSpectrum,
  longTermSpectrum,
  SPECTRUM_CENTRES_HZ,
} from '../../../engines/speaker-embedding/long-term-spectrum.ts';
import { levelled } from '../../../engines/speaker-embedding/speech-frames.ts';
import { voicedCepstra } from './cepstra.ts';
import { type Covariance, covarianceOf, divergence } from './covariance.ts';
import { formantShiftPercent, type LongTermFormants, longTermFormants, NARROW, WIDE } from './formants.ts';

/** Classic measurements of a voice. Nothing is trained or optimised with them. */
export type Traits = {
  formants: { narrow: LongTermFormants; wide: LongTermFormants | null };
  cepstra: Covariance;
  /** Decibels in the bands above 4 kHz relative to the mean below; null if the recording ends before. */
  highDb: number[] | null;
};

/** Distances: 0 is identical. */
export type Differences = {
  formantsPercent: number;
  cepstra: number;
  highDb: number | null;
};

const HIGH_HZ = 4_000;

/** Takes 16 kHz. */
export function traitsOf(samples: Float32Array): Traits {
  const sound = levelled(samples);
  const spectrum = longTermSpectrum(sound);
  const reachHz = SPECTRUM_CENTRES_HZ[spectrum.bands.lastIndexOf(1)] ?? 0;
  return {
    formants: {
      narrow: longTermFormants(sound, NARROW),
      wide: reachHz > WIDE.rate / 2 ? longTermFormants(sound, WIDE) : null,
    },
    cepstra: covarianceOf(voicedCepstra(sound)),
    highDb: spectrum.bands.at(-1) === 1 ? highBands(spectrum) : null,
  };
}

/** Formants in the band that both recordings have. */
export function differencesOf(one: Traits, other: Traits): Differences {
  const a = one.formants;
  const b = other.formants;
  return {
    formantsPercent:
      a.wide && b.wide ? formantShiftPercent(a.wide, b.wide) : formantShiftPercent(a.narrow, b.narrow),
    cepstra: divergence(one.cepstra, other.cepstra),
    highDb: one.highDb && other.highDb ? rootMeanSquare(one.highDb, other.highDb) : null,
  };
}

function highBands({ decibels }: LongTermSpectrum): number[] {
  const first = SPECTRUM_CENTRES_HZ.findIndex((hertz) => hertz > HIGH_HZ);
  const below = decibels.subarray(0, first);
  const mean = below.reduce((sum, db) => sum + db, 0) / first;
  return Array.from(decibels.subarray(first), (db) => db - mean);
}

function rootMeanSquare(one: readonly number[], other: readonly number[]): number {
  const power = one.reduce((sum, db, band) => sum + (db - (other[band] ?? 0)) ** 2, 0);
  return Math.sqrt(power / one.length);
}
