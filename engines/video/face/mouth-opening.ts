import { eyeLine, landmark } from './axes.ts';
import { CONTOURS, PLACES } from './places.ts';

/**
 * A mouth moves less than this between two looks if it rests, in units of the face. Landmarks of a still mouth jitter
 * by up to 0.012, those of speech move by 0.03.
 */
const MOST_RESTING = { opening: 0.015, shift: 0.1 };

/** Distance between the inner lips, in units of the face. */
export function openingOf(points: Float32Array): number {
  const middle = (contour: readonly number[]) => landmark(points, contour[contour.length >> 1] as number);
  const upper = middle(CONTOURS.upperLipInner);
  const lower = middle(CONTOURS.lowerLipInner);
  return Math.hypot(lower.x - upper.x, lower.y - upper.y) / eyeLine(points).unit;
}

/** Whether the lips or the head moved so much that the frame between cannot be interpolated. */
export function hasMoved(before: Float32Array, after: Float32Array): boolean {
  const a = landmark(before, PLACES.noseBase);
  const b = landmark(after, PLACES.noseBase);
  const shift = Math.hypot(b.x - a.x, b.y - a.y) / eyeLine(after).unit;
  const opened = Math.abs(openingOf(after) - openingOf(before));
  return opened > MOST_RESTING.opening || shift > MOST_RESTING.shift;
}
