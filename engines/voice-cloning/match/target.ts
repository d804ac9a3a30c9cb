import {
  featureVector,
  PRINT_SIZE,
  SPECTRUM_BANDS,
  SPECTRUM_UNIT_DB,
  type VoiceFeatures,
} from '../../speaker-embedding/index.ts';

/** The voice to match. Plain data. */
export type Target = { features: Float32Array; bands: Float32Array };

export type Loss = {
  value: number;
  /** Gradient by the measured features. */
  slope: Float32Array;
};

/** Weight of one decibel of spectrum error relative to the cosine. */
const SPECTRUM_WEIGHT = 0.015;

export function targetOf(voice: VoiceFeatures): Target {
  return { features: featureVector(voice), bands: voice.bands };
}

/** Pitch is excluded: it is set exactly by scaling, at no cost. */
export function lossOf(target: Target, features: Float32Array): Loss {
  const slope = new Float32Array(features.length);
  const cosine = addCosine(target, features, slope);
  const error = addSpectrum(target, features, slope);
  return { value: 1 - cosine + SPECTRUM_WEIGHT * error, slope };
}

/** Root mean square in dB over the bands of the target. */
export function spectrumErrorDb({ features, bands }: Target, other: Float32Array): number {
  const away = spectrumAway(features, bands, other);
  const power = away.reduce((sum, db, band) => sum + db * db * (bands[band] as number), 0);
  return Math.sqrt(power / bands.reduce((sum, weight) => sum + weight, 0));
}

export function printCosine(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  let a = 0;
  let b = 0;
  for (let i = 0; i < PRINT_SIZE; i += 1) {
    product += (one[i] as number) * (other[i] as number);
    a += (one[i] as number) ** 2;
    b += (other[i] as number) ** 2;
  }
  return product / Math.sqrt(a * b + 1e-12);
}

function addCosine(target: Target, features: Float32Array, slope: Float32Array): number {
  const cosine = printCosine(features, target.features);
  const length = Math.hypot(...features.subarray(0, PRINT_SIZE)) + 1e-9;
  const targetLength = Math.hypot(...target.features.subarray(0, PRINT_SIZE)) + 1e-9;
  for (let i = 0; i < PRINT_SIZE; i += 1) {
    const along = (target.features[i] as number) / targetLength;
    slope[i] = (cosine * ((features[i] as number) / length) - along) / length;
  }
  return cosine;
}

function addSpectrum(target: Target, features: Float32Array, slope: Float32Array): number {
  const error = Math.max(1e-3, spectrumErrorDb(target, features));
  const count = target.bands.reduce((sum, weight) => sum + weight, 0);
  const away = spectrumAway(target.features, target.bands, features);
  for (let band = 0; band < SPECTRUM_BANDS; band += 1)
    slope[PRINT_SIZE + band] =
      (SPECTRUM_WEIGHT * SPECTRUM_UNIT_DB * (target.bands[band] as number) * (away[band] as number)) /
      (count * error);
  return error;
}

/** Returns the difference of each band in dB, without the difference in level. */
function spectrumAway(target: Float32Array, bands: Float32Array, other: Float32Array): Float32Array {
  const away = bands.map(
    (_, band) =>
      ((other[PRINT_SIZE + band] as number) - (target[PRINT_SIZE + band] as number)) * SPECTRUM_UNIT_DB,
  );
  const count = bands.reduce((sum, weight) => sum + weight, 0);
  const mean = away.reduce((sum, db, band) => sum + db * (bands[band] as number), 0) / count;
  return away.map((db) => db - mean);
}
