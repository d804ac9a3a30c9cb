import { featureVector, type VoiceFeatures } from '../../engines/speaker-embedding/voice-features.ts';
import type { CloningEngine } from '../../engines/voice-cloning/index.ts';
import { printCosine, spectrumErrorDb, targetOf } from '../../engines/voice-cloning/match/target.ts';
import { type Differences, differencesOf, type Traits, traitsOf } from './measures/traits.ts';

/** All measurements of one recording. */
export type Portrait = { features: VoiceFeatures; style: Float32Array; traits: Traits };

export type Likeness = Differences & {
  /** Cosine of the x-vectors: matching and fitting optimise it. */
  cosine: number;
  /** Cosine of the encoder's timbre: not optimised on purpose, but the prosody of a match comes from the encoder. */
  encoder: number;
  /** This covers all bands: matching and fitting optimise it too. */
  spectrumDb: number;
};

/** A style is timbre, then prosody. */
const TIMBRE = 128;

/** Takes 16 kHz. */
export async function portraitOf(identity: CloningEngine, samples: Float32Array): Promise<Portrait> {
  return {
    features: await identity.analyse({ samples, sampleRate: 16_000 }),
    style: await identity.encode(samples),
    traits: traitsOf(samples),
  };
}

/** `mean`: mean style of all voices; what they share carries no information. */
export function likenessOf(one: Portrait, wanted: Portrait, mean: Float32Array): Likeness {
  return {
    ...differencesOf(one.traits, wanted.traits),
    cosine: printCosine(one.features.print, wanted.features.print),
    encoder: timbreCosine(one.style, wanted.style, mean),
    spectrumDb: spectrumErrorDb(targetOf(wanted.features), featureVector(one.features)),
  };
}

export function meanStyle(styles: readonly Float32Array[]): Float32Array {
  return Float32Array.from(
    styles[0] ?? [],
    (_, i) => styles.reduce((sum, style) => sum + (style[i] ?? 0), 0) / styles.length,
  );
}

function timbreCosine(one: Float32Array, other: Float32Array, mean: Float32Array): number {
  let product = 0;
  let a = 0;
  let b = 0;
  for (let i = 0; i < TIMBRE; i += 1) {
    const x = (one[i] ?? 0) - (mean[i] ?? 0);
    const y = (other[i] ?? 0) - (mean[i] ?? 0);
    product += x * y;
    a += x * x;
    b += y * y;
  }
  return product / Math.sqrt(a * b);
}
