import type { PictureSpan } from '../face/choose-speakers.ts';
import { smooth } from '../mouth/ease.ts';
import type { InnerMouth } from '../mouth/inner-mouth.ts';
import { type MouthGeometry, mouthGeometry } from '../mouth/mouth-geometry.ts';
import type { Survey, TrackedFace } from './survey-clip.ts';

export type MouthInPicture = {
  geometry: MouthGeometry;
  inner: InnerMouth;
  strength: number;
  /** False: somebody else speaks, and this mouth rests. */
  speaks: boolean;
};

/** When a face enters or leaves the view, or its turn begins or ends, its own mouth fades into the drawn one over this many pictures. */
const FADE_PICTURES = 5;
/** The mouth is fully reshaped up to the first angle and left unchanged beyond the second. In radians. */
const FULL_YAW = 0.6;
const NO_YAW = 0.85;
/** Pixels between the outer corners of the eyes. In a smaller face the mouth is only a few pixels. */
const LEAST_UNIT = 12;

/** Finds the mouths to reshape in a picture of the clip, and how strongly. */
export function mouthLocator({ faces }: Pick<Survey, 'faces'>): (picture: number) => MouthInPicture[] {
  return (picture) =>
    faces
      .filter(({ first, pictures }) => picture >= first && picture < first + pictures)
      .flatMap((face) => {
        const during = turn(face, picture);
        if (during <= 0) return [];
        const geometry = mouthGeometry(pointsIn(face, picture));
        const strength = during * fade(face, picture) * turned(geometry.yaw);
        const speaks = face.turns?.said.some((span) => isIn(span, picture)) ?? true;
        return geometry.unit < LEAST_UNIT || strength <= 0
          ? []
          : [{ geometry, inner: face.inner, strength, speaks }];
      });
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

/** 0 outside the turns of the face. */
function turn({ turns }: TrackedFace, picture: number): number {
  const span = turns?.moved.find((one) => isIn(one, picture));
  if (!span) return turns ? 0 : 1;
  const fadeIn = span.from === 0 ? 1 : (picture - span.from + 1) / FADE_PICTURES;
  return smooth(Math.min(fadeIn, (span.to - picture) / FADE_PICTURES));
}

function isIn({ from, to }: PictureSpan, picture: number): boolean {
  return picture >= from && picture < to;
}
