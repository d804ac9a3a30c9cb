import { isVowel } from './articulation.ts';
import { smoothStep } from './smooth-step.ts';
import { VISEMES, type Viseme, type VisemeCue } from './types.ts';

/** A time span with ramps: half present at its ends, fully present half a ramp further in. */
export type SoftSpan = { fromSeconds: number; toSeconds: number; riseSeconds: number; fallSeconds: number };

/** The influence of a cue on the mouth, blended with that of its neighbours. */
export type Pull = SoftSpan & {
  viseme: number;
  strength: number;
  /** The remainder to 1 is rest: a short or unstressed vowel opens the mouth less. */
  amount: number;
};

/** Touching lips: this share of the mouth, whatever the pulls are. */
export type Seal = SoftSpan & { viseme: number; share: number };

/** A span extends at most this far beyond its cue. */
export const REACH_SECONDS = 0.25;

const SIL = VISEMES.indexOf('sil');
const RAMP_SECONDS = 0.13;
/** Moving into and out of rest is slower. */
const REST_RAMP_SECONDS = 0.18;
/** A pause shorter than about this closes the mouth only in part. */
const WHOLE_REST_SECONDS = 0.25;
/** How long lips take to close and to part. */
const CLOSING_SECONDS = 0.09;
const PARTING_SECONDS = 0.085;
/** Lips touch for at least this long, however short the sound. */
const LEAST_SEAL_SECONDS = 0.05;
/** Share of a ramp beyond its middle at which `smoothStep` has passed 0.97. */
const SEALED_AT = 0.4;
/** Rounding starts before the sound that needs it. */
const LEAD_SECONDS: Partial<Record<Viseme, number>> = { ou: 0.05, oh: 0.03, CH: 0.04, RR: 0.02, aa: 0.01 };
/** Sounds of the tongue alone leave the lips to their neighbours. */
const STRENGTH: Partial<Record<Viseme, number>> = {
  TH: 1.3,
  CH: 1.4,
  SS: 0.9,
  RR: 0.8,
  nn: 0.55,
  DD: 0.5,
  kk: 0.4,
  sil: 0.9,
  PP: 0.3,
  FF: 0.4,
};
const SEALS: Partial<Record<Viseme, number>> = { PP: 1, FF: 0.9 };
/** A stressed vowel of this length opens fully. */
const FULL_VOWEL_SECONDS = 0.11;
const LEAST_VOWEL = 0.45;

export function pullOf({ viseme, startSeconds, endSeconds, stress }: VisemeCue): Pull {
  const seconds = endSeconds - startSeconds;
  const sealed = SEALS[viseme] !== undefined;
  const rests = viseme === 'sil';
  const rampSeconds = rests ? REST_RAMP_SECONDS : RAMP_SECONDS;
  const strength = (STRENGTH[viseme] ?? 1) * (rests ? Math.min(1, 0.2 + seconds / WHOLE_REST_SECONDS) : 1);
  return {
    // At the edges of a seal only a nearly closed mouth may show through.
    viseme: sealed ? SIL : VISEMES.indexOf(viseme),
    strength,
    amount: isVowel(viseme) ? fullness(seconds, stress) : 1,
    fromSeconds: startSeconds - (LEAD_SECONDS[viseme] ?? 0),
    toSeconds: endSeconds,
    riseSeconds: rampSeconds,
    fallSeconds: rampSeconds,
  };
}

/** Sealed when the cue starts and half open when it ends, so that the first frame of the next sound shows parting lips. */
export function sealOf({ viseme, startSeconds, endSeconds }: VisemeCue): Seal | null {
  const share = SEALS[viseme];
  if (share === undefined) return null;
  return {
    viseme: VISEMES.indexOf(viseme),
    share,
    fromSeconds: startSeconds - SEALED_AT * CLOSING_SECONDS,
    toSeconds: Math.max(endSeconds, startSeconds + LEAST_SEAL_SECONDS),
    riseSeconds: CLOSING_SECONDS,
    fallSeconds: PARTING_SECONDS,
  };
}

export function presence(span: SoftSpan, seconds: number): number {
  const onset = smoothStep(0.5 + (seconds - span.fromSeconds) / span.riseSeconds);
  return onset * smoothStep(0.5 + (span.toSeconds - seconds) / span.fallSeconds);
}

function fullness(seconds: number, stress: number): number {
  const time = Math.min(1, seconds / FULL_VOWEL_SECONDS);
  return LEAST_VOWEL + (1 - LEAST_VOWEL) * time * (0.35 + 0.65 * Math.min(1, Math.max(0, stress)));
}
