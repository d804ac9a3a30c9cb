import { NoFace, NoSuchFace } from './errors.ts';
import { squareAround } from './square-around.ts';
import type { FaceTrack } from './track-faces.ts';

/**
 * Selects the tracks of the speaker; no two overlap in time. By default, those with the largest area summed over their
 * frames. With `face`, the face with this index from the left, from 0, in the first frame with faces; when its track ends,
 * the next one is the nearest to its last position.
 */
export function chooseFace(tracks: readonly FaceTrack[], face: number | undefined): FaceTrack[] {
  if (tracks.length === 0) throw new NoFace();
  if (face === undefined) return withoutOverlap(tracks.toSorted((a, b) => weightOf(b) - weightOf(a)));
  const start = Math.min(...tracks.map(({ first }) => first));
  const starting = tracks
    .filter(({ first }) => first === start)
    .toSorted((a, b) => placeOf(a).x - placeOf(b).x);
  const wanted = starting[face];
  if (!wanted) throw new NoSuchFace(face, starting.length);
  const chosen = [wanted];
  for (const track of tracks.toSorted((a, b) => a.first - b.first)) {
    const last = chosen.at(-1) as FaceTrack;
    if (track.first <= endOf(last)) continue;
    const rivals = tracks.filter(({ first, scene }) => scene === track.scene && first > endOf(last));
    chosen.push(rivals.toSorted((a, b) => distance(last, a) - distance(last, b))[0] ?? track);
  }
  return chosen;
}

export const endOf = (track: FaceTrack): number => track.first + track.points.length - 1;

/** Area times duration. */
function weightOf(track: FaceTrack): number {
  return track.points.reduce((sum, points) => sum + (points ? squareAround(points).size ** 2 : 0), 0);
}

function withoutOverlap(tracks: readonly FaceTrack[]): FaceTrack[] {
  const kept: FaceTrack[] = [];
  for (const track of tracks)
    if (kept.every((other) => track.first > endOf(other) || endOf(track) < other.first)) kept.push(track);
  return kept.toSorted((a, b) => a.first - b.first);
}

const placeOf = (track: FaceTrack, last = false): { x: number; y: number } =>
  squareAround((last ? track.points.at(-1) : track.points[0]) as Float32Array);

function distance(before: FaceTrack, after: FaceTrack): number {
  const a = placeOf(before, true);
  const b = placeOf(after);
  return Math.hypot(a.x - b.x, a.y - b.y);
}
