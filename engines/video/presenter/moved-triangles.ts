import { TEXEL_BYTES } from '../simd/layout.ts';
import type { Sprites } from './sprites.ts';

export type PatchPose = {
  /** Position of each vertex on the canvas. */
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  /** Position of each vertex in the sprites. */
  spriteX: Float32Array;
  spriteY: Float32Array;
  visible: Float32Array;
};

/** Smaller changes are not redrawn: the head already shows them. */
const STILL_PIXELS = 0.3;
const STILL_LEVELS = 6;
const STILL_VISIBLE = 0.1;
/** Neighbours on one surface differ in depth by less; surfaces behind one another by more. */
const SAME_SURFACE = 4_000;
const CELL_PIXELS = 8;
const CELLS = 512;

/**
 * Returns for each triangle one bit for each pose that moves or recolours it, or something that it may hide. A triangle
 * that no pose of a frame moves is not redrawn, which in most frames is most of the face.
 */
export function movedTriangles(
  corners: Uint16Array,
  poses: readonly PatchPose[],
  sprites: Sprites,
): Uint32Array {
  const [rest] = poses;
  if (!rest) throw new Error('the mesh has no poses');
  const vertices = vertexBits(poses, rest, sprites);
  const triangles = new Uint32Array(corners.length / 3);
  for (let t = 0; t < triangles.length; t += 1)
    for (let k = 0; k < 3; k += 1)
      triangles[t] = (triangles[t] ?? 0) | (vertices[corners[3 * t + k] ?? 0] ?? 0);
  const furthest = new Float32Array(CELLS * CELLS);
  const bits = new Uint32Array(CELLS * CELLS);
  for (let t = 0; t < triangles.length; t += 1) {
    const own = triangles[t] ?? 0;
    if (own === 0) continue;
    for (const pose of poses) {
      // A point that a pose does not see is behind something that moves too.
      if (most(corners, t, pose.visible) === 0) continue;
      const far = most(corners, t, pose.z);
      forCells(corners, t, pose, (cell) => {
        furthest[cell] = Math.max(furthest[cell] ?? 0, far);
        bits[cell] = (bits[cell] ?? 0) | own;
      });
    }
  }
  return triangles.map((own, t) => {
    let hidden = own;
    const near = least(corners, t, rest.z) + SAME_SURFACE;
    forCells(corners, t, rest, (cell) => {
      if ((furthest[cell] ?? 0) > near) hidden |= bits[cell] ?? 0;
    });
    return hidden;
  });
}

function vertexBits(poses: readonly PatchPose[], rest: PatchPose, sprites: Sprites): Uint32Array {
  const bits = new Uint32Array(rest.x.length);
  for (const [p, pose] of poses.entries()) {
    for (let v = 0; v < bits.length; v += 1) {
      if (
        differs(pose, rest, v) ||
        Math.abs(lumaAt(pose, v, sprites) - lumaAt(rest, v, sprites)) > STILL_LEVELS
      )
        bits[v] = (bits[v] ?? 0) | (1 << p);
    }
  }
  return bits;
}

function differs(pose: PatchPose, rest: PatchPose, v: number): boolean {
  const x = (pose.x[v] as number) - (rest.x[v] as number);
  const y = (pose.y[v] as number) - (rest.y[v] as number);
  const visible = (pose.visible[v] as number) - (rest.visible[v] as number);
  return x * x + y * y > STILL_PIXELS ** 2 || Math.abs(visible) > STILL_VISIBLE;
}

/** Mean of nine pixels, because a single one may be noise. */
function lumaAt({ spriteX, spriteY }: PatchPose, v: number, { width, texels }: Sprites): number {
  const at = Math.round(spriteY[v] ?? 0) * width + Math.round(spriteX[v] ?? 0);
  let sum = 0;
  for (let row = -1; row <= 1; row += 1)
    for (let column = -1; column <= 1; column += 1)
      sum += texels[TEXEL_BYTES * (at + row * width + column)] ?? 0;
  return sum / 9;
}

function least(corners: Uint16Array, t: number, values: Float32Array): number {
  return Math.min(
    valueAt(corners, 3 * t, values),
    valueAt(corners, 3 * t + 1, values),
    valueAt(corners, 3 * t + 2, values),
  );
}

function most(corners: Uint16Array, t: number, values: Float32Array): number {
  return Math.max(
    valueAt(corners, 3 * t, values),
    valueAt(corners, 3 * t + 1, values),
    valueAt(corners, 3 * t + 2, values),
  );
}

const valueAt = (corners: Uint16Array, corner: number, values: Float32Array): number =>
  values[corners[corner] as number] as number;

/** Every cell of the canvas that the triangle may touch. */
function forCells(corners: Uint16Array, t: number, { x, y }: PatchPose, visit: (cell: number) => void): void {
  const cellOf = (pixels: number): number =>
    Math.min(CELLS - 1, Math.max(0, Math.floor(pixels / CELL_PIXELS)));
  const left = least(corners, t, x);
  const right = most(corners, t, x);
  const top = least(corners, t, y);
  const bottom = most(corners, t, y);
  for (let row = cellOf(top); row <= cellOf(bottom); row += 1)
    for (let column = cellOf(left); column <= cellOf(right); column += 1) visit(row * CELLS + column);
}
