import { sharedNumbers } from '../shared-memory.ts';
import type { BodyPlane } from './body.ts';
import type { HeadReach } from './head-reach.ts';
import { TRAVEL_STEPS } from './head-travel.ts';
import type { Rectangle } from './manifest.ts';
import type { Placement, Size } from './placement.ts';

/** The pixels of a frame's plane that are drawn from a plane of the body. */
export type BodyRegion = {
  left: number;
  top: number;
  width: number;
  /** How far each pixel moves with the head. */
  share: Float32Array;
  /**
   * Runs of pixels in a row that are drawn the same way, `NUMBERS_PER_RUN` each: row, first column, end column (exclusive)
   * and kind. One list for each step of the head's travel.
   */
  runs: Int32Array[];
  /** Maps a pixel of the plane to the canvas, and from there to the body's plane. */
  canvasX: number;
  canvasY: number;
  canvasStep: number;
  texelsPerCanvas: number;
};

const NUMBERS_PER_RUN = 4;
/** A run shows either only the person, or perhaps the background too. */
const WHOLE = 0;
const EDGE = 1;

type RegionOptions = {
  canvas: Size;
  frame: Size;
  placement: Placement;
  plane: BodyPlane;
  /** 1 for luma, 2 for chroma. */
  coarseness: 1 | 2;
};

/** The whole person, for a head at rest. */
export function wholeRegion(options: RegionOptions): BodyRegion {
  const region = regionOf(options, { x: 0, y: 0, ...options.canvas });
  const height = region.share.length / region.width;
  const runs = Array.from({ length: height }, (_, row) => [row, 0, region.width, EDGE]);
  return { ...region, runs: [Int32Array.from(runs.flat())] };
}

/** Covers only the pixels that can move; the rest of a frame is drawn once. */
export function movingRegion(options: RegionOptions, reach: HeadReach, luma: Size): BodyRegion {
  const perX = luma.width / options.canvas.width;
  const perY = luma.height / options.canvas.height;
  const part = {
    x: reach.x / perX,
    y: reach.y / perY,
    width: reach.width / perX,
    height: reach.height / perY,
  };
  const region = regionOf(options, part);
  const { width, share, canvasX, canvasY, canvasStep } = region;
  const runs = Array.from({ length: TRAVEL_STEPS }, (): number[] => []);
  for (let row = 0, i = 0; i < share.length; row += 1) {
    const y = Math.floor((canvasY + row * canvasStep) * perY) - reach.y;
    for (let column = 0; column < width; column += 1, i += 1) {
      const x = Math.floor((canvasX + column * canvasStep) * perX) - reach.x;
      if (x < 0 || y < 0 || x >= reach.width || y >= reach.height) continue;
      const at = y * reach.width + x;
      const moved = reach.share[at] as number;
      if (moved === 0) continue;
      share[i] = moved;
      const whole = reach.whole[at] as number;
      const clear = reach.clear[at] as number;
      for (let step = clear + 1; step <= TRAVEL_STEPS; step += 1)
        extend(runs[step - 1] ?? [], row, column, step > whole ? EDGE : WHOLE);
    }
  }
  return { ...region, runs: runs.map((list) => Int32Array.from(list)) };
}

/** A part of the canvas, clipped to the frame. */
function regionOf(
  { canvas, frame, placement, plane, coarseness }: RegionOptions,
  part: Rectangle,
): BodyRegion {
  const { scale, originX, originY } = placement;
  const planeWidth = frame.width / coarseness;
  const planeHeight = frame.height / coarseness;
  const atX = originX + scale * part.x;
  const atY = originY + scale * part.y;
  const left = Math.max(0, Math.floor(atX / coarseness));
  const top = Math.max(0, Math.floor(atY / coarseness));
  const width = Math.min(planeWidth, Math.ceil((atX + scale * part.width) / coarseness)) - left;
  const height = Math.min(planeHeight, Math.ceil((atY + scale * part.height) / coarseness)) - top;
  return {
    left,
    top,
    width,
    share: sharedNumbers(width * height),
    runs: [],
    canvasX: ((left + 0.5) * coarseness - originX) / scale,
    canvasY: ((top + 0.5) * coarseness - originY) / scale,
    canvasStep: coarseness / scale,
    texelsPerCanvas: plane.width / canvas.width,
  };
}

function extend(runs: number[], row: number, column: number, kind: number): void {
  const last = runs.length - NUMBERS_PER_RUN;
  if (runs[last] === row && runs[last + 2] === column && runs[last + 3] === kind) runs[last + 2] = column + 1;
  else runs.push(row, column, column + 1, kind);
}
