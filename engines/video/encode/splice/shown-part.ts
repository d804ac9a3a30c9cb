import type { Size } from '../../source/fit-picture.ts';
import type { Part } from '../../source/frame-part.ts';

/** A part of a picture that changes. Right and bottom are exclusive. Any numbers, even outside the picture. */
export type Box = { left: number; top: number; right: number; bottom: number };

/** H.264's macroblocks. A part consists of whole ones, except at the right and bottom edges of the picture. */
export const SHOWN_STEP = 16;
/** Of a larger part, the slices add a larger share to the file than they save of the time. */
const MOST_SHARE = 0.35;

/** The part to encode, so that the box is inside it; the whole picture if that is hardly more. */
export function shownPart({ left, top, right, bottom }: Box, { width, height }: Size): Part {
  const before = (at: number): number => SHOWN_STEP * Math.max(0, Math.floor(at / SHOWN_STEP));
  const after = (at: number, most: number): number => Math.min(most, SHOWN_STEP * Math.ceil(at / SHOWN_STEP));
  const [x, y] = [before(left), before(top)];
  const part = { x, y, width: after(right, width) - x, height: after(bottom, height) - y };
  const isSmall = part.width * part.height <= MOST_SHARE * width * height;
  return isSmall ? part : { x: 0, y: 0, width, height };
}
