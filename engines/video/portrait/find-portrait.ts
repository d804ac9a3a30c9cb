import { NoFace, NoSuchFace } from '../face/errors.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { squareAround } from '../face/square-around.ts';
import { lipColour, skinColour } from '../mouth/colour.ts';
import { type InnerMouth, innerMouthOf } from '../mouth/inner-mouth.ts';
import { type MouthGeometry, mouthGeometry } from '../mouth/mouth-geometry.ts';
import { seenTeeth } from '../mouth/seen-teeth.ts';
import type { Frame } from '../source/frame.ts';

export type Portrait = { points: Float32Array; geometry: MouthGeometry; inner: InnerMouth };

const LEAST_PRESENCE = 0.5;

/** Finds the largest face of a still, or the one with index `face` from the left, from 0. */
export async function findPortrait(
  { detectFaces, findLandmarks }: FaceNetworks,
  frame: Frame,
  face: number | undefined,
): Promise<Portrait> {
  const found: Float32Array[] = [];
  for (const { square } of await detectFaces(frame)) {
    const rough = await findLandmarks(frame, square);
    if (rough.presence < LEAST_PRESENCE) continue;
    // A second pass on the fitted square is more accurate.
    found.push((await findLandmarks(frame, squareAround(rough.points))).points);
  }
  if (found.length === 0) throw new NoFace();
  const bySize = found.toSorted((a, b) => squareAround(b).size - squareAround(a).size);
  const fromLeft = found.toSorted((a, b) => squareAround(a).x - squareAround(b).x);
  const points = face === undefined ? bySize[0] : fromLeft[face];
  if (!points) throw new NoSuchFace(face ?? 0, found.length);
  const geometry = mouthGeometry(points);
  const skin = skinColour(frame, points);
  const lip = lipColour(frame, points);
  return { points, geometry, inner: innerMouthOf({ skin, lip, teeth: seenTeeth(frame, geometry, skin) }) };
}
