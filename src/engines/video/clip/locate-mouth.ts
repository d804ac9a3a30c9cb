import { smooth } from '../mouth/ease.ts';
import type { InnerMouth } from '../mouth/inner-mouth.ts';
import { type MouthGeometry, mouthGeometry } from '../mouth/mouth-geometry.ts';
import type { Survey, TrackedFace } from './survey-clip.ts';

export type MouthInPicture = { geometry: MouthGeometry; inner: InnerMouth; strength: number };

/** When a face enters or leaves the view, its own mouth fades into the drawn one over this many pictures. */
const FADE_PICTURES = 5;
/** The mouth is fully reshaped up to the first angle and left unchanged beyond the second. In radians. */
const [FULL_YAW, NO_YAW] = [0.6, 0.85];
/** Pixels between the outer corners of the eyes. In a smaller face the mouth is only a few pixels. */
const LEAST_UNIT = 12;

/** Finds the mouth in a picture of the clip and how strongly to reshape it; null where there is none. */
export function mouthLocator({ faces }: Survey): (picture: number) => MouthInPicture | null {
  return (picture) => {
    const face = faces.find(({ first, pictures }) => picture >= first && picture < first + pictures);
    if (!face) return null;
    const geometry = mouthGeometry(pointsIn(face, picture));
    const strength = fade(face, picture) * turned(geometry.yaw);
    return geometry.unit < LEAST_UNIT || strength <= 0 ? null : { geometry, inner: face.inner, strength };
  };
}

function pointsIn({ first, pictures, points }: TrackedFace, picture: number): Float32Array {
  const each = points.length / pictures;
  return points.subarray((picture - first) * each, (picture - first + 1) * each);
}

function turned(yaw: number): number {
  return 1 - smooth((Math.abs(yaw) - FULL_YAW) / (NO_YAW - FULL_YAW));
}

function fade({ first, pictures, fromCut, toCut }: TrackedFace, picture: number): number {
  const fadeIn = fromCut ? 1 : (picture - first + 1) / FADE_PICTURES;
  const lasting = toCut ? 1 : (first + pictures - picture) / FADE_PICTURES;
  return smooth(Math.min(fadeIn, lasting));
}
