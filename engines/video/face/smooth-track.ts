import type { FaceTrack } from './track-faces.ts';

/** Landmarks jitter by a pixel. The filter is symmetric, so that it does not lag. */
const WEIGHTS = [0.25, 0.5, 0.25];

/** Landmarks of every frame: skipped frames are interpolated, then all are smoothed. */
export function smoothTrack({ points }: FaceTrack): Float32Array[] {
  const filled = fillBetween(points);
  return filled.map((own, i) => {
    const before = filled[i - 1];
    const after = filled[i + 1];
    // The ends stay as they are, because a single neighbour would pull the face towards it.
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
    const a = points[from];
    const b = points[ahead];
    if (!a || !b) throw new Error('a track must start and end with a frame that was processed');
    const share = (i - from) / (ahead - from);
    return a.map((value, k) => value + ((b[k] as number) - value) * share);
  });
}
