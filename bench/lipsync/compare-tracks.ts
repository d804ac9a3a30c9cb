import { type MouthTrack, VISEMES } from '../../src/engines/lipsync/index.ts';

/** Lip closures this near to each other count as the same. */
const NEAR_SECONDS = 0.04;
const STEPS_PER_SECOND = 100;

export type Span = { startSeconds: number; endSeconds: number };

/** Sums over many sounds, so that each is weighted by its length. */
export type Agreement = {
  steps: number;
  same: number;
  closures: number;
  found: number;
  claims: number;
  rightClaims: number;
};

export const NO_AGREEMENT: Agreement = {
  steps: 0,
  same: 0,
  closures: 0,
  found: 0,
  claims: 0,
  rightClaims: 0,
};

export function compareTracks(truth: MouthTrack, heard: MouthTrack): Agreement {
  const steps = Math.floor(truth.durationSeconds * STEPS_PER_SECOND);
  const [real, guessed] = [visemesOf(truth, steps), visemesOf(heard, steps)];
  const [closures, claims] = [closuresIn(truth), closuresIn(heard)];
  return {
    steps,
    same: real.reduce((sum, viseme, i) => sum + (viseme === guessed[i] ? 1 : 0), 0),
    ...compareClosures(closures, claims),
  };
}

export function compareClosures(closures: readonly Span[], claims: readonly Span[]) {
  return {
    closures: closures.length,
    found: closures.filter((one) => claims.some((claim) => isNear(one, claim))).length,
    claims: claims.length,
    rightClaims: claims.filter((claim) => closures.some((one) => isNear(one, claim))).length,
  };
}

export function addUp(one: Agreement, other: Agreement): Agreement {
  const names = Object.keys(one) as (keyof Agreement)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Agreement;
}

export function closuresIn({ cues }: MouthTrack): Span[] {
  return cues.filter(({ viseme }) => viseme === 'PP');
}

function isNear(one: Span, other: Span): boolean {
  return (
    one.startSeconds - NEAR_SECONDS < other.endSeconds && other.startSeconds < one.endSeconds + NEAR_SECONDS
  );
}

function visemesOf({ cues }: MouthTrack, steps: number): number[] {
  let at = 0;
  return Array.from({ length: steps }, (_, step) => {
    const seconds = (step + 0.5) / STEPS_PER_SECOND;
    while (at < cues.length - 1 && (cues[at]?.endSeconds ?? 0) <= seconds) at += 1;
    return VISEMES.indexOf(cues[at]?.viseme ?? 'sil');
  });
}
