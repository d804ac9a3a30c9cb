import type { FaceTrack } from './track-faces.ts';

/** Landmarks tremble by a pixel. Neighbours on both sides are taken alike, so that nothing lags. */
const WEIGHTS = [0.25, 0.5, 0.25];

/** The points of every frame of a track: those between are put in, and all are steadied. */
export function smoothTrack({ points }: FaceTrack): Float32Array[] {
  const filled = fillBetween(points);
  return filled.map((own, i) => {
    const [before, after] = [filled[i - 1], filled[i + 1]];
    // At an end, one neighbour alone would pull the face towards it.
    if (!before || !after) return own;
    const [a = 0, b = 0, c = 0] = WEIGHTS;
    return own.map((value, k) => a * (before[k] as number) + b * value + c * (after[k] as number));
  });
}

function fillBetween(points: readonly (Float32Array | null)[]): Float32Array[] {
  let from = 0;
  return points.map((own, i) => {
    if (own) {
      from = i;
      return own;
    }
    let ahead = i + 1;
    while (points[ahead] === null) ahead += 1;
    const [a, b] = [points[from], points[ahead]];
    if (!a || !b) throw new Error('a track begins and ends with a frame that was looked at');
    const share = (i - from) / (ahead - from);
    return a.map((value, k) => value + ((b[k] as number) - value) * share);
  });
}
