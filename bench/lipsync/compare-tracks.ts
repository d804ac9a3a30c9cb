import { type MouthTrack, VISEMES } from '../../engines/lipsync/index.ts';

/** Lip closures this close to each other count as the same. */
const NEAR_SECONDS = 0.04;
const STEPS_PER_SECOND = 100;

export type Span = { startSeconds: number; endSeconds: number };

/** Sums over many recordings, so that each is weighted by its length. */
export type Agreement = {
  steps: number;
  same: number;
  closures: number;
  found: number;
  detections: number;
  correctDetections: number;
};

export const NO_AGREEMENT: Agreement = {
  steps: 0,
  same: 0,
  closures: 0,
  found: 0,
  detections: 0,
  correctDetections: 0,
};

export function compareTracks(truth: MouthTrack, estimate: MouthTrack): Agreement {
  const steps = Math.floor(truth.durationSeconds * STEPS_PER_SECOND);
  const real = visemesOf(truth, steps);
  const guessed = visemesOf(estimate, steps);
  const closures = closuresIn(truth);
  const detections = closuresIn(estimate);
  return {
    steps,
    same: real.reduce((sum, viseme, i) => sum + (viseme === guessed[i] ? 1 : 0), 0),
    ...compareClosures(closures, detections),
  };
}

export function compareClosures(closures: readonly Span[], detections: readonly Span[]) {
  return {
    closures: closures.length,
    found: closures.filter((one) => detections.some((detection) => isNear(one, detection))).length,
    detections: detections.length,
    correctDetections: detections.filter((detection) => closures.some((one) => isNear(one, detection)))
      .length,
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
