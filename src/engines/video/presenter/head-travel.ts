import type { FaceMoment } from '../../lipsync/index.ts';
import type { Neck } from './head-pose.ts';

/** The furthest that a head moves: of its height, and by turning and growing of the distance from the neck. */
const FURTHEST = { shift: 0.045, turn: 0.045 };

/** Mostly it moves far less, and then far less is drawn: it is known beforehand for so many steps up to the furthest. */
export const TRAVEL_STEPS = 8;

/** How far the head may move what lies there, in pixels of the canvas. */
export function furthestAt({ pivot, headHeight }: Neck, x: number, y: number): number {
  return FURTHEST.shift * headHeight + FURTHEST.turn * Math.hypot(x - pivot.x, y - pivot.y);
}

/** The lowest step that a movement stays within, from 1 on. */
export function travelStep({ x, y, tiltDegrees, scale }: FaceMoment['head']): number {
  const turn = Math.hypot(scale - 1, (tiltDegrees * Math.PI) / 180);
  const shift = Math.max(Math.abs(x), Math.abs(y));
  const share = Math.max(shift / FURTHEST.shift, turn / FURTHEST.turn);
  return Math.min(TRAVEL_STEPS, Math.max(1, Math.ceil(share * TRAVEL_STEPS)));
}
