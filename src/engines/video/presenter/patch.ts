import { chooseColours, noColours } from './choose-colours.ts';
import { drawTriangles, type Scratch } from './draw-triangles.ts';
import type { Frame } from './frame.ts';
import type { HeadPose } from './head-pose.ts';
import type { HeadReach } from './head-reach.ts';
import type { FacePart, LoadedPresenter } from './load-presenter.ts';
import { featherAt } from './paste-rest.ts';
import { placeVertices, preparePatch } from './patch-mesh.ts';
import type { Placement } from './placement.ts';

/** A part of the face that changes its shape, drawn over the head. */
export type Patch = {
  /** `weights` has one for each of the part's poses. */
  draw(frame: Frame, weights: Float32Array, head: HeadPose): void;
};

/** Less of a pose than this cannot be seen. */
const LEAST_WEIGHT = 0.01;

export function createPatch(
  { mesh, sprites, crop }: FacePart,
  { manifest: { canvas }, body }: LoadedPresenter,
  { share }: HeadReach,
  placement: Placement,
  scratch: Scratch,
): Patch {
  const { width, height } = body.y;
  const patch = preparePatch(mesh, sprites, crop, (x, y) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor((x * width) / canvas.width)));
    const row = Math.min(height - 1, Math.max(0, Math.floor((y * height) / canvas.height)));
    const at = row * width + column;
    return { cover: (featherAt(x, y, crop) * (body.y.alpha[at] ?? 0)) / 255, share: share[at] ?? 0 };
  });
  const [x, y, z] = [0, 0, 0].map(() => new Float32Array(mesh.vertices));
  if (!x || !y || !z) throw new Error('a mesh without vertices');
  const placed = { x, y, z };
  const colours = noColours();
  return {
    draw(frame, weights, head) {
      placeVertices(patch, weights, head, placement, placed);
      drawTriangles(frame, patch, placed, sprites, chooseColours(weights, colours), bitsOf(weights), scratch);
    },
  };
}

function bitsOf(weights: Float32Array): number {
  let bits = 0;
  for (let pose = 0; pose < weights.length; pose += 1)
    if (Math.abs(weights[pose] as number) > LEAST_WEIGHT) bits |= 1 << pose;
  return bits;
}
