import type { BodyPlane } from './body.ts';
import type { HeadReach } from './head-reach.ts';
import type { Placement, Size } from './placement.ts';

/** The pixels of one plane of a frame that are drawn from one plane of the body. */
export type BodyRegion = {
  left: number;
  top: number;
  /** Of each pixel of the runs that are not solid, one run after the other: how far it goes with the head. */
  share: Float32Array;
  /** Stretches of a row that are drawn alike. */
  runs: Run[];
  /** From a pixel's place in the plane to its place on the canvas, and from there into the body's plane. */
  canvasX: number;
  canvasY: number;
  canvasStep: number;
  texelsPerCanvas: number;
};

export type Run = {
  row: number;
  from: number;
  to: number;
  /** Nothing but the head can ever be seen here, and it goes wholly with the head: the quick way is enough. */
  solid: boolean;
};

const NOT_DRAWN = -1;
/** Goes wholly with the head and can be drawn the quick way. */
const SOLID = 2;

type RegionOptions = {
  canvas: Size;
  frame: Size;
  placement: Placement;
  plane: BodyPlane;
  /** 1 for luma, 2 for chroma. */
  coarseness: 1 | 2;
};

/** Everything of the person, standing still. */
export function wholeRegion(options: RegionOptions): BodyRegion {
  return regionOf(options, () => 0);
}

/** Only what may ever move: the rest of a frame is drawn once. */
export function movingRegion(options: RegionOptions, reach: HeadReach, luma: Size): BodyRegion {
  const [perX, perY] = [luma.width / options.canvas.width, luma.height / options.canvas.height];
  return regionOf(options, (canvasX, canvasY) => {
    const [x, y] = [Math.floor(canvasX * perX), Math.floor(canvasY * perY)];
    if (x < 0 || y < 0 || x >= luma.width || y >= luma.height) return NOT_DRAWN;
    const at = y * luma.width + x;
    const share = reach.share[at] as number;
    if (share === 1 && reach.solid[at] === 1) return SOLID;
    return share > 0 ? share : NOT_DRAWN;
  });
}

function regionOf(
  { canvas, frame, placement, plane, coarseness }: RegionOptions,
  shareAt: (canvasX: number, canvasY: number) => number,
): BodyRegion {
  const { scale, originX, originY } = placement;
  const [planeWidth, planeHeight] = [frame.width / coarseness, frame.height / coarseness];
  const left = Math.max(0, Math.floor(originX / coarseness));
  const top = Math.max(0, Math.floor(originY / coarseness));
  const width = Math.min(planeWidth, Math.ceil((originX + scale * canvas.width) / coarseness)) - left;
  const height = Math.min(planeHeight, Math.ceil((originY + scale * canvas.height) / coarseness)) - top;
  const canvasStep = coarseness / scale;
  const canvasX = ((left + 0.5) * coarseness - originX) / scale;
  const canvasY = ((top + 0.5) * coarseness - originY) / scale;
  const share = new Float32Array(width * height);
  const runs: Run[] = [];
  let shares = 0;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const moved = shareAt(canvasX + column * canvasStep, canvasY + row * canvasStep);
      if (moved >= 0) extend(runs, row, column, moved === SOLID);
      if (moved >= 0 && moved !== SOLID) share[shares++] = moved;
    }
  }
  const texelsPerCanvas = plane.width / canvas.width;
  const step = { canvasX, canvasY, canvasStep, texelsPerCanvas };
  return { left, top, share: share.slice(0, shares), runs, ...step };
}

function extend(runs: Run[], row: number, column: number, solid: boolean): void {
  const last = runs.at(-1);
  if (last && last.row === row && last.to === column && last.solid === solid) last.to += 1;
  else runs.push({ row, from: column, to: column + 1, solid });
}
