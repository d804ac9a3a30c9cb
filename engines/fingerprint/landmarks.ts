import type { Peak } from './peaks.ts';

/** Three peaks that stand close together: a code for how they stand, and the frame of the first. */
export type Landmark = { code: number; frame: number };

/** 0.64 s and 1,250 Hz: farther apart, one of them is more often lost. */
const MAX_FRAMES_APART = 40;
const MAX_BINS_APART = 80;
/** Within these, places count as equal. A room or a coder moves a peak by one. */
const BINS_A_STEP = 3;
const FRAMES_A_STEP = 2;
const BIN_STEPS = 128;
const FRAME_STEPS = 32;

type Triple = { frame: number; places: readonly number[] };

/** Joins each peak with pairs of the `reach` peaks that follow it. */
function triplesOf(peaks: readonly Peak[], reach: number): Triple[] {
  const triples: Triple[] = [];
  for (const [i, first] of peaks.entries()) {
    const near = peaksAfter(peaks, i, reach);
    for (const [k, second] of near.entries()) {
      for (const third of near.slice(k + 1)) {
        const places = [
          first.bin,
          second.bin,
          second.frame - first.frame,
          third.bin,
          third.frame - first.frame,
        ];
        triples.push({ frame: first.frame, places });
      }
    }
  }
  return triples;
}

function peaksAfter(peaks: readonly Peak[], i: number, count: number): Peak[] {
  const first = peaks[i] as Peak;
  const near: Peak[] = [];
  for (let j = i + 1; j < peaks.length && near.length < count; j += 1) {
    const next = peaks[j] as Peak;
    if (next.frame - first.frame > MAX_FRAMES_APART) break;
    if (next.frame > first.frame && Math.abs(next.bin - first.bin) <= MAX_BINS_APART) near.push(next);
  }
  return near;
}

/** Bins, except for the third and the fifth place, which are distances in frames. */
const STEPS = [BINS_A_STEP, BINS_A_STEP, FRAMES_A_STEP, BINS_A_STEP, FRAMES_A_STEP];
const RADIXES = [BIN_STEPS, BIN_STEPS, FRAME_STEPS, BIN_STEPS, FRAME_STEPS];

/** Fits into 31 bits, so that a database can keep it as an integer. */
function codeOf(steps: readonly number[]): number {
  return steps.reduce((code, step, i) => code * (RADIXES[i] as number) + step, 0);
}

/** The landmarks that are kept of a sound. */
export function landmarksOf(peaks: readonly Peak[], reach: number): Landmark[] {
  return triplesOf(peaks, reach).map(({ frame, places }) => ({
    code: codeOf(places.map((place, i) => Math.floor(place / (STEPS[i] as number)))),
    frame,
  }));
}

/** The landmarks to look for: also those of which a place lies at the border of its step, and may have been on the other side. */
export function landmarksToFind(peaks: readonly Peak[], reach: number): Landmark[] {
  return triplesOf(peaks, reach).flatMap(({ frame, places }) =>
    combinations(places.map((place, i) => stepsNear(place, STEPS[i] as number))).map((steps) => ({
      code: codeOf(steps),
      frame,
    })),
  );
}

function stepsNear(place: number, size: number): number[] {
  const steps = [place - 1, place, place + 1].map((near) => Math.floor(Math.max(0, near) / size));
  return [...new Set(steps)];
}

function combinations(choices: readonly number[][]): number[][] {
  return choices.reduce<number[][]>(
    (made, options) => made.flatMap((steps) => options.map((option) => [...steps, option])),
    [[]],
  );
}
