import {
  BLENDED_BYTES,
  PLACEMENT_BYTES,
  PLACEMENT_LEAST,
  PLACEMENT_MOST,
  PLACEMENT_ORIGIN,
  PLACEMENT_SCALE,
  STEP_BITS,
  STEPS,
  VERTEX_BYTES,
} from '../simd/layout.ts';
import { type Layout, type Memory, startKernels } from '../simd/memory.ts';
import { chooseColours, noColours } from './choose-colours.ts';
import type { HeadPose } from './head-pose.ts';
import type { Placement } from './placement.ts';
import type { PreparedPart } from './prepare-presenter.ts';
import type { Surface } from './surface.ts';

/** A part of the face that changes shape, drawn over the head. */
export type Patch = {
  /** `weights` has one value for each pose of the part. They sum to 1; in an exaggeration one may be below 0. */
  draw(weights: Float32Array, head: HeadPose): void;
};

/** A smaller weight is not visible. */
const LEAST_WEIGHT = 0.01;

/** Plans to draw a part on a surface. `depth` is the address of a number for each pixel of it. */
export function planPatch(
  layout: Layout,
  { poses, mesh, sprites }: PreparedPart,
  { surface, depth, placement }: { surface: Surface; depth: number; placement: Placement },
): (memory: Memory) => Patch {
  const { triangles, positions, places, share, cover } = mesh;
  const bytes = VERTEX_BYTES * share.length;
  const at = {
    triangles: layout.place(triangles.length),
    positions: layout.place(positions.byteLength),
    places: layout.place(places.byteLength),
    texels: layout.place(sprites.texels.length),
    share: layout.place(share.byteLength),
    cover: layout.place(cover.byteLength),
    vertices: layout.place(bytes),
    placement: layout.place(PLACEMENT_BYTES),
    blend: layout.place(BLENDED_BYTES * poses.length),
  };
  return (memory) => {
    const { buffer } = memory;
    new Uint8Array(buffer).set(triangles, at.triangles);
    new Uint8Array(buffer).set(sprites.texels, at.texels);
    for (const [numbers, address] of [
      [positions, at.positions],
      [places, at.places],
      [share, at.share],
      [cover, at.cover],
    ] as const)
      new Float32Array(buffer, address, numbers.length).set(numbers);
    const { placeVertices, drawTriangles } = startKernels(memory);
    const blendAddresses = new Int32Array(buffer, at.blend);
    const blendWeights = new Float32Array(buffer, at.blend);
    const placing = new Float32Array(buffer, at.placement, PLACEMENT_BYTES / 4);
    const bounds = new Int32Array(buffer, at.placement, PLACEMENT_BYTES / 4);
    const depths = new Float32Array(buffer, depth, surface.width * surface.height);
    const colours = noColours();

    const place = (weights: Float32Array, { shiftX, shiftY, xx, xy, yx, yy }: HeadPose): void => {
      let blended = 0;
      for (let pose = 0; pose < poses.length; pose += 1) {
        const weight = weights[pose] as number;
        if (weight === 0) continue;
        blendAddresses[2 * blended] = at.positions + pose * bytes;
        blendWeights[2 * blended + 1] = weight;
        blended += 1;
      }
      const { scale, originX, originY } = placement;
      placing.set([shiftX, shiftY, 0, 0, xx, yx, 0, 0, xy, yy, 0, 0]);
      placing.set([STEPS * scale, STEPS * scale, 1, 0], PLACEMENT_SCALE / 4);
      placing.set([STEPS * (originX - 0.5), STEPS * (originY - 0.5), 0, 0], PLACEMENT_ORIGIN / 4);
      const end = at.blend + BLENDED_BYTES * blended;
      placeVertices(at.vertices, bytes, at.blend, end, at.share, at.cover, at.placement);
    };

    return {
      draw(weights, head) {
        place(weights, head);
        resetDepth(depths, bounds, surface);
        const { count, poses: chosen, weights: shares } = chooseColours(weights, colours);
        const { y, u, v, width, height } = surface;
        const placesOf = Array.from(chosen, (pose) => at.places + pose * bytes);
        drawTriangles(
          ...[at.triangles, at.triangles + triangles.length, bitsOf(weights), at.vertices],
          ...[at.texels, sprites.width, y, u, v, depth, width, height, count, ...placesOf, ...shares],
        );
      },
    };
  };
}

/** Only where the part is drawn now. */
function resetDepth(depths: Float32Array, bounds: Int32Array, { width, height }: Surface): void {
  const least = (axis: number): number => (bounds[PLACEMENT_LEAST / 4 + axis] as number) >> STEP_BITS;
  const most = (axis: number): number => (bounds[PLACEMENT_MOST / 4 + axis] as number) >> STEP_BITS;
  const left = Math.max(0, least(0));
  const right = Math.min(width, most(0) + 1);
  const top = Math.max(0, least(1));
  const bottom = Math.min(height, most(1) + 1);
  for (let row = top; row < bottom; row += 1)
    depths.fill(Number.POSITIVE_INFINITY, row * width + left, row * width + right);
}

function bitsOf(weights: Float32Array): number {
  let bits = 0;
  for (let pose = 0; pose < weights.length; pose += 1)
    if (Math.abs(weights[pose] as number) > LEAST_WEIGHT) bits |= 1 << pose;
  return bits;
}
