import type { HeadPose } from './head-pose.ts';
import type { Rectangle } from './manifest.ts';
import type { Placement } from './placement.ts';
import type { Mesh } from './read-mesh.ts';
import type { Sprites } from './sprites.ts';
import { stirredBy } from './stirred-by.ts';

/** A mesh made ready to be drawn: where its vertices are on the canvas and in the sprites. */
export type PatchMesh = {
  /** Skin before teeth and teeth before the throat, so that what is hidden is mostly never drawn. */
  corners: Uint16Array;
  /** Of each triangle, a bit for each pose that changes anything of it. */
  stirredBy: Uint32Array;
  /** Of each triangle, 1 if it lies behind the lips. */
  behindLips: Uint8Array;
  poses: PatchPose[];
  /** Of each vertex: how much it covers what lies under the patch, and how far it goes with the head. */
  cover: Float32Array;
  share: Float32Array;
};

export type PatchPose = {
  /** On the canvas. */
  x: Float32Array;
  y: Float32Array;
  z: Float32Array;
  /** In the sprites. */
  spriteX: Float32Array;
  spriteY: Float32Array;
  visible: Float32Array;
  /** Of `visible`, what is enough for a colour to count: not at all at 0 and below, wholly at 1. */
  sight: Float32Array;
};

/** A place that is seen less than this lies at the edge of what hides it, and has its colour. */
const HIDDEN = 0.3;
/** Layers of a mesh: the inside of the mouth, teeth and tongue. */
const BEHIND_LIPS = new Set([1, 2, 3]);

/** Vertices of a blend, in pixels of the frame. */
export type PlacedVertices = { x: Float32Array; y: Float32Array; z: Float32Array };

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
    return {
      x: pose.x.map((x) => crop.x + x),
      y: pose.y.map((y) => crop.y + y),
      z: pose.z,
      spriteX: pose.x.map((x) => left + clamp(x * detailX - 0.5, sprites.tile.width)),
      spriteY: pose.y.map((y) => top + clamp(y * detailY - 0.5, sprites.tile.height)),
      visible: pose.visible,
      sight: pose.visible.map((visible) => (visible - HIDDEN) / (1 - HIDDEN)),
    };
  });
  const [rest] = poses;
  if (!rest) throw new Error('a mesh without poses');
  const cover = new Float32Array(mesh.vertices);
  const share = new Float32Array(mesh.vertices);
  for (let v = 0; v < mesh.vertices; v += 1) {
    const vertex = vertexAt(rest.x[v] ?? 0, rest.y[v] ?? 0);
    // What no pose ever shows lies under hair: that stays as it is.
    const seen = Math.max(...poses.map(({ visible }) => visible[v] ?? 0));
    cover[v] = vertex.cover * Math.min(1, 3 * seen);
    share[v] = vertex.share;
  }
  const { corners, layers } = frontFirst(mesh, rest.z);
  const behindLips = layers.map((layer) => Number(BEHIND_LIPS.has(layer)));
  return { corners, stirredBy: stirredBy(corners, poses, sprites), behindLips, poses, cover, share };
}

/** All poses give geometry. Weights sum to 1; in an exaggeration one of them may be below 0. */
export function placeVertices(
  { poses, share }: PatchMesh,
  weights: Float32Array,
  head: HeadPose,
  { scale, originX, originY }: Placement,
  into: PlacedVertices,
): void {
  const { x, y, z } = into;
  x.fill(0);
  y.fill(0);
  z.fill(0);
  for (let p = 0; p < poses.length; p += 1) {
    const weight = weights[p] as number;
    if (weight === 0) continue;
    const pose = poses[p] as PatchPose;
    for (let v = 0; v < x.length; v += 1) {
      x[v] = (x[v] as number) + weight * (pose.x[v] as number);
      y[v] = (y[v] as number) + weight * (pose.y[v] as number);
      z[v] = (z[v] as number) + weight * (pose.z[v] as number);
    }
  }
  for (let v = 0; v < x.length; v += 1) {
    const [atX, atY, moved] = [x[v] as number, y[v] as number, share[v] as number];
    x[v] = originX + scale * (atX + moved * (head.shiftX + head.xx * atX + head.xy * atY));
    y[v] = originY + scale * (atY + moved * (head.shiftY + head.yx * atX + head.yy * atY));
  }
}

/** A hair inside of the tile, so that the four pixels of a sample are its own. */
function clamp(at: number, length: number): number {
  return Math.min(length - 1.01, Math.max(0, at));
}

/** Within a layer the order stays: neighbours in the file are neighbours in the face, and in the processor's cache. */
function frontFirst({ corners, layers }: Mesh, z: Float32Array): Pick<Mesh, 'corners' | 'layers'> {
  const cornersOf = (layer: number): Uint16Array =>
    corners.filter((_, i) => layers[Math.floor(i / 3)] === layer);
  const depthOf = (layer: number): number => {
    const own = cornersOf(layer);
    return own.reduce((sum, vertex) => sum + (z[vertex] ?? 0), 0) / own.length;
  };
  const order = [...new Set(layers)].sort((one, other) => depthOf(one) - depthOf(other));
  return {
    corners: Uint16Array.from(order.flatMap((layer) => [...cornersOf(layer)])),
    layers: Uint8Array.from(order.flatMap((layer) => [...layers.filter((own) => own === layer)])),
  };
}
