import type { Colours } from './choose-colours.ts';
import { fillTriangle, type Scratch } from './fill-triangle.ts';
import type { Frame } from './frame.ts';
import { type PatchMesh, type PlacedVertices, STEP_BITS, STEPS } from './patch-mesh.ts';
import type { Sprites } from './sprites.ts';

/** Draws every triangle that `poses` move, with a depth test, coloured by the poses that see it. */
export function drawTriangles(
  frame: Frame,
  mesh: PatchMesh,
  placed: PlacedVertices,
  sprites: Sprites,
  colours: Colours,
  /** One bit for each pose with a weight in this frame. */
  poses: number,
  scratch: Scratch,
): void {
  const { movedTriangles } = mesh;
  resetDepth(placed, frame, scratch.depth);
  for (let t = 0; t < movedTriangles.length; t += 1) {
    if (((movedTriangles[t] as number) & poses) !== 0)
      fillTriangle(frame, mesh, t, placed, sprites, colours, scratch);
  }
}

function resetDepth({ x, y }: PlacedVertices, { width, height }: Frame, depth: Float32Array): void {
  let [left, right, top, bottom] = [width * STEPS, 0, height * STEPS, 0];
  for (let v = 0; v < x.length; v += 1) {
    left = Math.min(left, x[v] as number);
    right = Math.max(right, x[v] as number);
    top = Math.min(top, y[v] as number);
    bottom = Math.max(bottom, y[v] as number);
  }
  const [from, to] = [Math.max(0, left >> STEP_BITS), Math.min(width, (right >> STEP_BITS) + 1)];
  for (let row = Math.max(0, top >> STEP_BITS); row < Math.min(height, (bottom >> STEP_BITS) + 1); row += 1)
    depth.fill(Number.POSITIVE_INFINITY, row * width + from, row * width + to);
}
