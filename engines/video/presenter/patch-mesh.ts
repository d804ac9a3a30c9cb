import { sharedBytes, sharedNumbers } from '../shared-memory.ts';
import { FINE, TRIANGLE_BYTES } from '../simd/layout.ts';
import type { Rectangle } from './manifest.ts';
import { movedTriangles, type PatchPose } from './moved-triangles.ts';
import type { Mesh } from './read-mesh.ts';
import type { Sprites } from './sprites.ts';

/** A mesh prepared for drawing, in shared memory. */
export type PatchMesh = {
  /** Front to back (skin, teeth, throat), so that most hidden pixels are never drawn. `TRIANGLE_BYTES` each. */
  triangles: Uint8Array;
  /** A vector for each vertex of each pose: its position on the canvas and its depth. */
  positions: Float32Array;
  /** Likewise: its position in the sprites, and how much its colour counts: not at all at 0 and below, fully at 1. */
  places: Float32Array;
  /** Each vertex has two numbers: how much it covers what is under the patch, and how far it moves with the head. */
  cover: Float32Array;
  share: Float32Array;
};

const LANES = 4;

/** A point with less visibility is at the edge of what hides it, and has the occluder's colour. */
const HIDDEN = 0.3;
/** Layers of a mesh: the inside of the mouth, teeth and tongue. */
const BEHIND_LIPS = new Set([1, 2, 3]);

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
    return {
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
  const cover = sharedNumbers(mesh.vertices);
  const share = sharedNumbers(mesh.vertices);
  for (let v = 0; v < mesh.vertices; v += 1) {
    const vertex = vertexAt(rest.x[v] ?? 0, rest.y[v] ?? 0);
    // A vertex that no pose shows is under hair, which stays unchanged.
    const seen = poses.reduce((most, { visible }) => Math.max(most, visible[v] ?? 0), 0);
    cover[v] = vertex.cover * Math.min(1, 3 * seen);
    share[v] = vertex.share;
  }
  const front = frontFirst(mesh, rest.z);
  return {
    triangles: packTriangles(front, movedTriangles(front.corners, poses, sprites)),
    positions: vectorsOf(poses, ({ x, y, z }, v) => [x[v] ?? 0, y[v] ?? 0, z[v] ?? 0]),
    places: vectorsOf(poses, ({ spriteX, spriteY, visible }, v) => {
      const sight = ((visible[v] ?? 0) - HIDDEN) / (1 - HIDDEN);
      return [FINE * (spriteX[v] ?? 0), FINE * (spriteY[v] ?? 0), sight];
    }),
    cover,
    share,
  };
}

/** Lays the vectors out as WebAssembly reads them, one pose after the other. */
function vectorsOf(
  poses: readonly PatchPose[],
  vectorOf: (pose: PatchPose, vertex: number) => number[],
): Float32Array {
  const vertices = poses[0]?.x.length ?? 0;
  const vectors = sharedNumbers(poses.length * vertices * LANES);
  for (const [p, pose] of poses.entries())
    for (let v = 0; v < vertices; v += 1) vectors.set(vectorOf(pose, v), (p * vertices + v) * LANES);
  return vectors;
}

function packTriangles(
  { corners, layers }: Pick<Mesh, 'corners' | 'layers'>,
  moved: Uint32Array,
): Uint8Array {
  const bytes = sharedBytes(TRIANGLE_BYTES * layers.length);
  const view = new DataView(bytes.buffer);
  for (const [t, layer] of layers.entries()) {
    const at = TRIANGLE_BYTES * t;
    for (let k = 0; k < 3; k += 1) view.setUint16(at + 2 * k, corners[3 * t + k] ?? 0, true);
    view.setUint16(at + 6, Number(BEHIND_LIPS.has(layer)), true);
    view.setUint32(at + 8, moved[t] ?? 0, true);
  }
  return bytes;
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
