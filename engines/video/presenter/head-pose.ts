import type { FaceMoment } from '../../lipsync/index.ts';

/** Moves the point (x, y) of the canvas to (x + shiftX + xx·x + xy·y, y + shiftY + yx·x + yy·y). */
export type HeadPose = { shiftX: number; shiftY: number; xx: number; xy: number; yx: number; yy: number };

export function headAtRest(): HeadPose {
  return { shiftX: 0, shiftY: 0, xx: 0, xy: 0, yx: 0, yy: 0 };
}

export type Neck = {
  /** The base of the neck: the head rotates and scales around it. */
  pivot: { x: number; y: number };
  headHeight: number;
};

/** Writes to `pose`. */
export function poseHead(head: FaceMoment['head'], { pivot, headHeight }: Neck, pose: HeadPose): HeadPose {
  const turn = (head.tiltDegrees * Math.PI) / 180;
  const along = head.scale * Math.cos(turn) - 1;
  const across = head.scale * Math.sin(turn);
  pose.xx = along;
  pose.xy = -across;
  pose.yx = across;
  pose.yy = along;
  pose.shiftX = head.x * headHeight - along * pivot.x + across * pivot.y;
  pose.shiftY = head.y * headHeight - across * pivot.x - along * pivot.y;
  return pose;
}

/** The inverse transform. Writes to `into`. */
export function inverseOf(pose: HeadPose, into: HeadPose): HeadPose {
  const { xx, xy, yx, yy, shiftX, shiftY } = pose;
  const determinant = (1 + xx) * (1 + yy) - xy * yx;
  into.xx = (1 + yy) / determinant - 1;
  into.xy = -xy / determinant;
  into.yx = -yx / determinant;
  into.yy = (1 + xx) / determinant - 1;
  into.shiftX = -(shiftX + into.xx * shiftX + into.xy * shiftY);
  into.shiftY = -(shiftY + into.yx * shiftX + into.yy * shiftY);
  return into;
}
