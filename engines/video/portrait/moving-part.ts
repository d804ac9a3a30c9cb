import { shownPart } from '../encode/index.ts';
import { squareAround } from '../face/square-around.ts';
import { REST } from '../mouth/mouth-shape.ts';
import { planColumns } from '../mouth/plan-columns.ts';
import { boundsOf } from '../mouth/warp-field.ts';
import { frameBytes, sharedBytes } from '../shared-memory.ts';
import { type Frame, frameOf } from '../source/frame.ts';
import { cutPart, type Part } from '../source/frame-part.ts';
import type { Portrait } from './find-portrait.ts';
import { BORDER_PIXELS, swayBox } from './sway-head.ts';

/** The part of a still that changes when its face speaks and sways. */
export function movingPart(still: Frame, { points, geometry }: Portrait): Part {
  // The region of a mouth does not depend on its shape.
  const mouth = boundsOf(geometry, planColumns(geometry, REST, 1), still);
  const sway = swayBox(squareAround(points));
  // The edges of a picture hold back what sways near them.
  const margin = BORDER_PIXELS;
  return shownPart(
    {
      left: Math.min(mouth.left, sway.left) - margin,
      top: Math.min(mouth.top, sway.top) - margin,
      right: Math.max(mouth.right, sway.right) + margin,
      bottom: Math.max(mouth.bottom, sway.bottom) + margin,
    },
    still,
  );
}

/** A part of a still with the same face. */
export function cutPortrait(
  still: Frame,
  portrait: Portrait,
  part: Part,
): { still: Frame; portrait: Portrait } {
  const { width, height } = part;
  const bytes = sharedBytes(frameBytes(part));
  cutPart(still.bytes, still, part, bytes);
  const { geometry } = portrait;
  const moved = { ...geometry, x: geometry.x - part.x, y: geometry.y - part.y };
  const points = portrait.points.map((value, i) => value - ([part.x, part.y, 0][i % 3] as number));
  return { still: frameOf(width, height, bytes), portrait: { ...portrait, points, geometry: moved } };
}
