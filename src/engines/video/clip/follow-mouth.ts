import type { FaceTrack } from '../face/follow-faces.ts';
import { smoothTrack } from '../face/smooth-track.ts';
import { smooth } from '../mouth/ease.ts';
import type { InnerMouth } from '../mouth/inner-mouth.ts';
import { type MouthGeometry, mouthGeometry } from '../mouth/mouth-geometry.ts';
import type { Survey } from './survey-clip.ts';

export type MouthInPicture = { geometry: MouthGeometry; inner: InnerMouth; strength: number };

/** The face comes into view or leaves it, and its mouth turns from its own to ours within so many pictures. */
const FADE_PICTURES = 5;
/** Up to the first angle a mouth can be reshaped, beyond the second it is left as it is. In radians. */
const [FULL_YAW, NO_YAW] = [0.6, 0.85];
/** Between the corners of the eyes; in a smaller face the mouth is a few pixels. */
const LEAST_UNIT = 12;

/** Where the mouth is in a picture of the clip and how much may be done to it; null where there is none. */
export function followMouth({ tracks }: Survey): (picture: number) => MouthInPicture | null {
  const steady = tracks.map(({ track, inner }) => ({ track, inner, points: smoothTrack(track) }));
  return (picture) => {
    for (const { track, inner, points } of steady) {
      const own = points[picture - track.first];
      if (!own) continue;
      const geometry = mouthGeometry(own);
      const strength = fade(track, picture) * turned(geometry.yaw);
      return geometry.unit < LEAST_UNIT || strength <= 0 ? null : { geometry, inner, strength };
    }
    return null;
  };
}

function turned(yaw: number): number {
  return 1 - smooth((Math.abs(yaw) - FULL_YAW) / (NO_YAW - FULL_YAW));
}

function fade(track: FaceTrack, picture: number): number {
  const [since, until] = [picture - track.first + 1, track.first + track.points.length - picture];
  const begun = track.fromCut ? 1 : since / FADE_PICTURES;
  const lasting = track.toCut ? 1 : until / FADE_PICTURES;
  return smooth(Math.min(begun, lasting));
}
