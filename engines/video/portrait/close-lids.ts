import { type Axes, eyeLine, landmark, lineThrough, localIn } from '../face/axes.ts';
import { LIDS, PLACES } from '../face/places.ts';
import { bump } from '../mouth/ease.ts';
import { type Sample, sampleCubic, sampleLinear } from '../simd/resample.ts';
import type { Frame } from '../source/frame.ts';

/** An eye on its own axes. The lids are `v` at integer values of `u` from its right corner. */
export type Eye = {
  axes: Axes;
  lash: number;
  rim: number;
  crease: number;
  upper: Float32Array;
  lower: Float32Array;
};

/** Lashes hang below the edge of the lid and move with it. In units of the face. */
const LASHES = 0.012;
/** The edge of the lid with the lash roots moves down unchanged; the skin above it stretches. */
const RIM = 0.04;
/** Share of the way from the lid to the brow. Only skin below it becomes lid, or the brow would move down too. */
const CREASE = 0.4;
/** A closed upper lid touches the lower one. */
const SHUT = 1;

export function eyesOf(points: Float32Array): Eye[] {
  return [
    eyeOf(points, LIDS.rightUpper, LIDS.rightLower, PLACES.browRight),
    eyeOf(points, LIDS.leftUpper, LIDS.leftLower, PLACES.browLeft),
  ];
}

function eyeOf(points: Float32Array, upper: readonly number[], lower: readonly number[], brow: number): Eye {
  const { cos, sin, unit } = eyeLine(points);
  const { x, y } = landmark(points, upper[0] as number);
  const axes = { x, y, cos, sin };
  const [above, below] = [upper, lower].map((places) =>
    places.map((place) => localIn(axes, landmark(points, place))),
  ) as [ReturnType<typeof localIn>[], ReturnType<typeof localIn>[]];
  const columns = Math.max(2, Math.ceil(above.at(-1)?.u ?? 0));
  const line = lineThrough(above, 0, columns);
  const toBrow = Math.max(0.05 * unit, Math.min(...line) - localIn(axes, landmark(points, brow)).v);
  const heights = { lash: LASHES * unit, rim: RIM * unit, crease: CREASE * toBrow + RIM * unit };
  return { axes, ...heights, upper: line, lower: lineThrough(below, 0, columns) };
}

/** Draws the upper lids into `target`, stretched from the skin above them. `share`: 0 unchanged, 1 closed. */
export function closeLids(source: Frame, target: Frame, eyes: readonly Eye[], share: number): void {
  if (share <= 0) return;
  for (const eye of eyes) {
    drawLid(source.luma, target.luma, source, eye, { share, scale: 1, sample: sampleCubic });
    drawLid(source.blue, target.blue, source, eye, { share, scale: 2, sample: sampleLinear });
    drawLid(source.red, target.red, source, eye, { share, scale: 2, sample: sampleLinear });
  }
}

type Plane = { share: number; scale: number; sample: Sample };

function drawLid(
  from: Uint8Array,
  to: Uint8Array,
  size: Frame,
  eye: Eye,
  { share, scale, sample }: Plane,
): void {
  const { axes, crease, rim, lash, upper, lower } = eye;
  const width = size.width / scale;
  const height = size.height / scale;
  const bounds = boundsOf(eye, size, scale);
  for (let row = bounds.top; row < bounds.bottom; row += 1)
    for (let column = bounds.left; column < bounds.right; column += 1) {
      const x = column * scale + (scale - 1) / 2 - axes.x;
      const y = row * scale + (scale - 1) / 2 - axes.y;
      const at = Math.round(x * axes.cos + y * axes.sin);
      const v = y * axes.cos - x * axes.sin;
      if (at < 0 || at >= upper.length) continue;
      const edge = (upper[at] as number) + lash;
      const top = edge - crease;
      if (v <= top) continue;
      const moved = share * SHUT * Math.max(0, (lower[at] as number) - (upper[at] as number));
      const cover = Math.min(1, (edge + moved - v) / scale + 0.5);
      if (cover <= 0 || moved < 0.05) continue;
      const skin = edge + moved - rim;
      const down = v >= skin ? moved : moved * (1 - bump((v - top) / (skin - top)));
      const fromX = column + (down * axes.sin) / scale;
      const fromY = row - (down * axes.cos) / scale;
      const i = row * width + column;
      const lid = sample(from, width, height, fromX, fromY);
      to[i] = Math.max(0, Math.min(255, (to[i] as number) * (1 - cover) + lid * cover + 0.5));
    }
}

function boundsOf({ axes, crease, upper, lower }: Eye, { width, height }: Frame, scale: number) {
  const top = Math.min(...upper) - crease;
  const bottom = Math.max(...lower) + 2;
  const corners = [
    [0, top],
    [0, bottom],
    [upper.length, top],
    [upper.length, bottom],
  ].map(([u = 0, v = 0]) => [axes.x + u * axes.cos - v * axes.sin, axes.y + u * axes.sin + v * axes.cos]);
  const range = (axis: number, most: number): [number, number] => {
    const values = corners.map((corner) => (corner[axis] ?? 0) / scale);
    return [
      Math.max(0, Math.floor(Math.min(...values))),
      Math.min(most / scale, Math.ceil(Math.max(...values)) + 1),
    ];
  };
  const [left, right] = range(0, width);
  const [highest, lowest] = range(1, height);
  return { left, right, top: highest, bottom: lowest };
}
