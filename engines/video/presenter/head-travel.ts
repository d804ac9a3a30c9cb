import type { FaceMoment } from '../../lipsync/index.ts';
import type { Neck } from './head-pose.ts';

/** The furthest a head moves: `shift` as a share of its height, `turn` (rotation and scale) of the distance from the neck. */
const FURTHEST = { shift: 0.045, turn: 0.045 };

/** A head usually moves far less, and then far less is drawn. Regions are precomputed for this many steps of travel. */
export const TRAVEL_STEPS = 8;

/** The furthest that the head can move this point, in pixels of the canvas. */
export function furthestAt({ pivot, headHeight }: Neck, x: number, y: number): number {
  return FURTHEST.shift * headHeight + FURTHEST.turn * Math.hypot(x - pivot.x, y - pivot.y);
}

/** The lowest step that contains a movement, from 1. */
export function travelStep({ x, y, tiltDegrees, scale }: FaceMoment['head']): number {
  const turn = Math.hypot(scale - 1, (tiltDegrees * Math.PI) / 180);
  const shift = Math.max(Math.abs(x), Math.abs(y));
  const share = Math.max(shift / FURTHEST.shift, turn / FURTHEST.turn);
  return Math.min(TRAVEL_STEPS, Math.max(1, Math.ceil(share * TRAVEL_STEPS)));
}
