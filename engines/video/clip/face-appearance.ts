import type { FaceTrack } from '../face/track-faces.ts';
import { type Colour, lipColour, mix, skinColour } from '../mouth/colour.ts';
import { type InnerMouth, innerMouthOf } from '../mouth/inner-mouth.ts';
import { type MouthGeometry, mouthGeometry } from '../mouth/mouth-geometry.ts';
import { seenTeeth } from '../mouth/seen-teeth.ts';
import type { Teeth } from '../mouth/teeth.ts';
import type { Frame } from '../source/frame.ts';

/** Collects the mean colours of each tracked face, and its teeth at the widest opening. */
export type FaceAppearances = {
  observe(track: FaceTrack, frame: Frame, points: Float32Array): void;
  innerMouth(track: FaceTrack): InnerMouth;
};

type Seen = { count: number; skin: Colour; lip: Colour; widest: number; teeth: Teeth | null };

/** A turned head shows its teeth foreshortened. In radians. */
const MOST_YAW = 0.3;
const LEAST_OPENING = 0.05;
/** A new opening must be wider than the last by this factor to be sampled again. */
const WIDER = 1.1;

export function collectAppearances(): FaceAppearances {
  const seen = new Map<FaceTrack, Seen>();
  return {
    observe(track, frame, points) {
      const skin = skinColour(frame, points);
      const lip = lipColour(frame, points);
      const known = seen.get(track) ?? { count: 0, skin, lip, widest: LEAST_OPENING, teeth: null };
      seen.set(track, known);
      known.count += 1;
      known.skin = mix(known.skin, skin, 1 / known.count);
      known.lip = mix(known.lip, lip, 1 / known.count);
      const geometry = mouthGeometry(points);
      const opening = openingOf(geometry);
      if (opening < known.widest || Math.abs(geometry.yaw) > MOST_YAW) return;
      const teeth = seenTeeth(frame, geometry, skin);
      if (!teeth) return;
      known.teeth = teeth;
      known.widest = opening * WIDER;
    },
    innerMouth(track) {
      const known = seen.get(track);
      if (!known) throw new Error('the face was tracked but never observed');
      return innerMouthOf(known);
    },
  };
}

/** Height of the opening in the middle, in units of the face. */
function openingOf({ contours, first, unit }: MouthGeometry): number {
  const middle = -first;
  return ((contours.lowerLipInner[middle] ?? 0) - (contours.upperLipInner[middle] ?? 0)) / unit;
}
