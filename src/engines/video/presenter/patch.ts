import { chooseColours, noColours } from './choose-colours.ts';
import { drawTriangles } from './draw-triangles.ts';
import type { Scratch } from './fill-triangle.ts';
import type { Frame } from './frame.ts';
import type { HeadPose } from './head-pose.ts';
import { placeVertices } from './patch-mesh.ts';
import type { Placement } from './placement.ts';
import type { PreparedPart } from './prepare-presenter.ts';

/** A part of the face that changes shape, drawn over the head. */
export type Patch = {
  /** `weights` has one value for each pose of the part. */
  draw(frame: Frame, weights: Float32Array, head: HeadPose): void;
};

/** A smaller weight is not visible. */
const LEAST_WEIGHT = 0.01;

export function createPatch({ mesh, sprites }: PreparedPart, placement: Placement, scratch: Scratch): Patch {
  const vertices = mesh.share.length;
  const placed = {
    x: new Int32Array(vertices),
    y: new Int32Array(vertices),
    z: new Float32Array(vertices),
  };
  const blended = { x: new Float32Array(vertices), y: new Float32Array(vertices) };
  const colours = noColours();
  return {
    draw(frame, weights, head) {
      placeVertices(mesh, weights, head, placement, blended, placed);
      drawTriangles(frame, mesh, placed, sprites, chooseColours(weights, colours), bitsOf(weights), scratch);
    },
  };
}

function bitsOf(weights: Float32Array): number {
  let bits = 0;
  for (let pose = 0; pose < weights.length; pose += 1)
    if (Math.abs(weights[pose] as number) > LEAST_WEIGHT) bits |= 1 << pose;
  return bits;
}
