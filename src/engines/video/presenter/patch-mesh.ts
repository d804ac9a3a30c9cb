import type { HeadPose } from './head-pose.ts';
import type { Rectangle } from './manifest.ts';
import { movedTriangles, type PatchPose } from './moved-triangles.ts';
import type { Placement } from './placement.ts';
import type { Mesh } from './read-mesh.ts';
import type { Sprites } from './sprites.ts';

/** A mesh prepared for drawing: its vertices on the canvas and in the sprites. */
export type PatchMesh = {
  /** Front to back (skin, teeth, throat), so that most hidden pixels are never drawn. */
  corners: Uint16Array;
  /** For each triangle, a bit for each pose that changes it. */
  movedTriangles: Uint32Array;
  /** For each triangle, 1 if it is behind the lips. */
  behindLips: Uint8Array;
  poses: PatchPose[];
  /** For each vertex: how much it covers what is under the patch, and how far it moves with the head. */
  cover: Float32Array;
  share: Float32Array;
};

export const NUMBERS_PER_PLACE = 3;
export const SIGHT = 2;
/** Subpixel positions are in 256ths. */
export const FINE = 256;

/** A point with less visibility is at the edge of what hides it, and has the occluder's colour. */
const HIDDEN = 0.3;
/** Layers of a mesh: the inside of the mouth, teeth and tongue. */
const BEHIND_LIPS = new Set([1, 2, 3]);

/** Triangle corners are on a grid of 16ths of a pixel. */
export const STEP_BITS = 4;
export const STEPS = 1 << STEP_BITS;

/** Vertices of a blend, in steps from the centre of the frame's first pixel. */
export type PlacedVertices = { x: Int32Array; y: Int32Array; z: Float32Array };

export function preparePatch(
  mesh: Mesh,
  sprites: Sprites,
  crop: Rectangle,
  vertexAt: (canvasX: number, canvasY: number) => { cover: number; share: number },
): PatchMesh {
  const poses = mesh.poses.map((pose, i): PatchPose => {
    const { x: left, y: top } = sprites.corners[i] ?? { x: 0, y: 0 };
    const detailX = sprites.tile.width / crop.width;
    const detailY = sprites.tile.height / crop.height;
    const spriteX = pose.x.map((x) => left + clamp(x * detailX - 0.5, sprites.tile.width));
    const spriteY = pose.y.map((y) => top + clamp(y * detailY - 0.5, sprites.tile.height));
    const places = new Float32Array(NUMBERS_PER_PLACE * mesh.vertices);
    for (let v = 0; v < mesh.vertices; v += 1) {
      const sight = ((pose.visible[v] ?? 0) - HIDDEN) / (1 - HIDDEN);
      places.set([FINE * (spriteX[v] ?? 0), FINE * (spriteY[v] ?? 0), sight], NUMBERS_PER_PLACE * v);
    }
    return {
      places,
      x: pose.x.map((x) => crop.x + x),
      y: pose.y.map((y) => crop.y + y),
      z: pose.z,
      spriteX,
      spriteY,
      visible: pose.visible,
    };
  });
  const [rest] = poses;
  if (!rest) throw new Error('the mesh has no poses');
  const cover = new Float32Array(mesh.vertices);
  const share = new Float32Array(mesh.vertices);
  for (let v = 0; v < mesh.vertices; v += 1) {
    const vertex = vertexAt(rest.x[v] ?? 0, rest.y[v] ?? 0);
    // A vertex that no pose shows is under hair, which stays unchanged.
    const seen = poses.reduce((most, { visible }) => Math.max(most, visible[v] ?? 0), 0);
    cover[v] = vertex.cover * Math.min(1, 3 * seen);
    share[v] = vertex.share;
  }
  const { corners, layers } = frontFirst(mesh, rest.z);
  const behindLips = layers.map((layer) => Number(BEHIND_LIPS.has(layer)));
  return {
    corners,
    movedTriangles: movedTriangles(corners, poses, sprites),
    behindLips,
    poses,
    cover,
    share,
  };
}

/** Blends the geometry of all poses. Weights sum to 1; in an exaggeration one may be below 0. */
export function placeVertices(
  { poses, share }: PatchMesh,
  weights: Float32Array,
  head: HeadPose,
  { scale, originX, originY }: Placement,
  blended: { x: Float32Array; y: Float32Array },
  into: PlacedVertices,
): void {
  const { x, y, z } = into;
  blended.x.fill(0);
  blended.y.fill(0);
  z.fill(0);
  for (let p = 0; p < poses.length; p += 1) {
    const weight = weights[p] as number;
    if (weight === 0) continue;
    const pose = poses[p] as PatchPose;
    for (let v = 0; v < z.length; v += 1) {
      blended.x[v] = (blended.x[v] as number) + weight * (pose.x[v] as number);
      blended.y[v] = (blended.y[v] as number) + weight * (pose.y[v] as number);
      z[v] = (z[v] as number) + weight * (pose.z[v] as number);
    }
  }
  for (let v = 0; v < z.length; v += 1) {
    const [atX, atY, moved] = [blended.x[v] as number, blended.y[v] as number, share[v] as number];
    const frameX = originX + scale * (atX + moved * (head.shiftX + head.xx * atX + head.xy * atY));
    const frameY = originY + scale * (atY + moved * (head.shiftY + head.yx * atX + head.yy * atY));
    x[v] = Math.round((frameX - 0.5) * STEPS);
    y[v] = Math.round((frameY - 0.5) * STEPS);
  }
}

/** Slightly inside the tile, so that all four pixels of a sample belong to it. */
function clamp(at: number, length: number): number {
  return Math.min(length - 1.01, Math.max(0, at));
}

/** Keeps the order within a layer: neighbours in the file are neighbours in the face and in the CPU cache. */
function frontFirst({ corners, layers }: Mesh, z: Float32Array): Pick<Mesh, 'corners' | 'layers'> {
  const depths = new Map<number, { sum: number; count: number }>();
  for (const [t, layer] of layers.entries()) {
    const depth = depths.get(layer) ?? { sum: 0, count: 0 };
    depths.set(layer, depth);
    depth.count += 3;
    for (const vertex of corners.subarray(3 * t, 3 * t + 3)) depth.sum += z[vertex] ?? 0;
  }
  const meanOf = (t: number): number => {
    const { sum, count } = depths.get(layers[t] ?? 0) ?? { sum: 0, count: 1 };
    return sum / count;
  };
  const order = Array.from(layers.keys()).sort((one, other) => meanOf(one) - meanOf(other));
  return {
    corners: Uint16Array.from(order.flatMap((t) => [...corners.subarray(3 * t, 3 * t + 3)])),
    layers: Uint8Array.from(order, (t) => layers[t] ?? 0),
  };
}
