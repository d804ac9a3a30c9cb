import { type Colours, MOST_COLOURS } from './choose-colours.ts';
import type { Frame } from './frame.ts';
import type { PatchPose } from './moved-triangles.ts';
import {
  FINE,
  NUMBERS_PER_PLACE,
  type PatchMesh,
  type PlacedVertices,
  SIGHT,
  STEP_BITS,
  STEPS,
} from './patch-mesh.ts';
import type { Sprites } from './sprites.ts';

/** Three values, each as corner a and the differences to b and to c. */
const NUMBERS_PER_COLOUR = 9;
/** Weight of a pose that does not see a point: enough where no pose does, otherwise too small to notice. */
const UNSEEN = 0.001;
/** Points behind the lips with a visibility below `KNOWN` are dark: rgb(22, 9, 8). */
const KNOWN = 0.25;
const DARK = { y: 26, u: 126, v: 134 };

/** Reused between frames, so that no frame allocates. */
export type Scratch = {
  /** The size of the frame's luma. Each patch resets the part that it covers. */
  depth: Float32Array;
  /** Corner values of one triangle. */
  corner: Float64Array;
};

export function createScratch(frame: { width: number; height: number }): Scratch {
  return {
    depth: new Float32Array(frame.width * frame.height),
    corner: new Float64Array(MOST_COLOURS * NUMBERS_PER_COLOUR),
  };
}

/**
 * Runs for every pixel of every frame. A single function, with integers where possible, because V8 allocates for a call
 * with a fraction as an argument.
 */
export function fillTriangle(
  frame: Frame,
  mesh: PatchMesh,
  triangle: number,
  { x, y, z }: PlacedVertices,
  sprites: Sprites,
  colours: Colours,
  { depth, corner }: Scratch,
): void {
  const { corners, cover } = mesh;
  const a = corners[3 * triangle] as number;
  const b = corners[3 * triangle + 1] as number;
  const c = corners[3 * triangle + 2] as number;
  const { width, height, y: luma, u: blue, v: red } = frame;
  const ax = x[a] as number;
  const ay = y[a] as number;
  const abx = (x[b] as number) - ax;
  const aby = (y[b] as number) - ay;
  const acx = (x[c] as number) - ax;
  const acy = (y[c] as number) - ay;
  const left = Math.max(0, (ax + Math.min(0, abx, acx) + STEPS - 1) >> STEP_BITS);
  const right = Math.min(width - 1, (ax + Math.max(0, abx, acx)) >> STEP_BITS);
  if (left > right) return;
  const top = Math.max(0, (ay + Math.min(0, aby, acy) + STEPS - 1) >> STEP_BITS);
  const bottom = Math.min(height - 1, (ay + Math.max(0, aby, acy)) >> STEP_BITS);
  const turned = Math.imul(abx, acy) - Math.imul(acx, aby);
  if (top > bottom || turned === 0) return;
  // Back-facing triangles are drawn too.
  const sign = turned < 0 ? -1 : 1;
  const area = Math.imul(sign, turned);
  const perArea = 1 / area;
  const acrossB = Math.imul(sign * STEPS, acy);
  const acrossC = Math.imul(-sign * STEPS, aby);
  const downB = Math.imul(-sign * STEPS, acx);
  const downC = Math.imul(sign * STEPS, abx);
  const fromX = left * STEPS - ax;
  const fromY = top * STEPS - ay;
  // Barycentric weights of b and c, times the area. Integers, so that no pixel is missed.
  let rowB = Math.imul(sign, Math.imul(fromX, acy) - Math.imul(acx, fromY));
  let rowC = Math.imul(sign, Math.imul(abx, fromY) - Math.imul(fromX, aby));
  const za = z[a] as number;
  const zab = (z[b] as number) - za;
  const zac = (z[c] as number) - za;
  const ca = cover[a] as number;
  const cab = (cover[b] as number) - ca;
  const cac = (cover[c] as number) - ca;
  const { width: stride, y: spriteY, u: spriteU, v: spriteV } = sprites;
  const { count, weights } = colours;
  const isBehindLips = mesh.behindLips[triangle] === 1;
  let gathered = false;
  let seenByAll = false;
  for (let row = top; row <= bottom; row += 1, rowB += downB, rowC += downC) {
    let ofB = rowB;
    let ofC = rowC;
    let pixel = row * width + left;
    for (let column = left; column <= right; column += 1, pixel += 1, ofB += acrossB, ofC += acrossC) {
      if ((ofB | ofC | (area - ofB - ofC)) < 0) continue;
      const shareB = ofB * perArea;
      const shareC = ofC * perArea;
      const near = za + shareB * zab + shareC * zac;
      if (near >= (depth[pixel] as number)) continue;
      depth[pixel] = near;
      if (!gathered) {
        seenByAll = gather(mesh, colours, a, b, c, corner);
        gathered = true;
      }
      const coloured = ((row | column) & 1) === 0;
      let sum = 0;
      let sumY = 0;
      let sumU = 0;
      let sumV = 0;
      for (let rank = 0, at = 0; rank < count; rank += 1, at += NUMBERS_PER_COLOUR) {
        let weight = weights[rank] as number;
        if (!seenByAll) {
          const sight =
            (corner[at + 6] as number) +
            shareB * (corner[at + 7] as number) +
            shareC * (corner[at + 8] as number);
          const seen = sight <= 0 ? 0 : sight >= 1 ? 1 : sight * sight * (3 - 2 * sight);
          weight *= seen + UNSEEN;
        }
        const fineX =
          ((corner[at] as number) +
            shareB * (corner[at + 1] as number) +
            shareC * (corner[at + 2] as number)) |
          0;
        const fineY =
          ((corner[at + 3] as number) +
            shareB * (corner[at + 4] as number) +
            shareC * (corner[at + 5] as number)) |
          0;
        const texel = Math.imul(fineY >> 8, stride) + (fineX >> 8);
        sum += weight;
        sumY += weight * between(spriteY, texel, stride, fineX & 255, fineY & 255);
        if (!coloured) continue;
        sumU += weight * between(spriteU, texel, stride, fineX & 255, fineY & 255);
        sumV += weight * between(spriteV, texel, stride, fineX & 255, fineY & 255);
      }
      if (isBehindLips && sum < KNOWN) {
        const unknown = (KNOWN - sum) * FINE * FINE;
        sum = KNOWN;
        sumY += unknown * DARK.y;
        sumU += unknown * DARK.u;
        sumV += unknown * DARK.v;
      }
      const covers = ca + shareB * cab + shareC * cac;
      const scale = covers / (sum * FINE * FINE);
      luma[pixel] = (luma[pixel] as number) * (1 - covers) + sumY * scale + 0.5;
      if (!coloured) continue;
      const chroma = Math.imul(row >> 1, width >> 1) + (column >> 1);
      blue[chroma] = (blue[chroma] as number) * (1 - covers) + sumU * scale + 0.5;
      red[chroma] = (red[chroma] as number) * (1 - covers) + sumV * scale + 0.5;
    }
  }
}

/** Collects for each colour the triangle's position in its sprite and its visibility. Returns whether all poses see all of it. */
function gather(
  mesh: PatchMesh,
  colours: Colours,
  a: number,
  b: number,
  c: number,
  corner: Float64Array,
): boolean {
  let seenByAll = true;
  for (let rank = 0; rank < colours.count; rank += 1) {
    const { places } = mesh.poses[colours.poses[rank] as number] as PatchPose;
    const at = rank * NUMBERS_PER_COLOUR;
    for (let k = 0; k < NUMBERS_PER_PLACE; k += 1) {
      const ofA = places[a * NUMBERS_PER_PLACE + k] as number;
      const ofB = places[b * NUMBERS_PER_PLACE + k] as number;
      const ofC = places[c * NUMBERS_PER_PLACE + k] as number;
      corner[at + 3 * k] = ofA;
      corner[at + 3 * k + 1] = ofB - ofA;
      corner[at + 3 * k + 2] = ofC - ofA;
      if (k === SIGHT && (ofA < 1 || ofB < 1 || ofC < 1)) seenByAll = false;
    }
  }
  return seenByAll;
}

/** Bilinear sample of four texels, times `FINE` squared. */
function between(plane: Uint8Array, texel: number, stride: number, right: number, down: number): number {
  const above = plane[texel] as number;
  const below = plane[texel + stride] as number;
  const top = (above << 8) + Math.imul((plane[texel + 1] as number) - above, right);
  const bottom = (below << 8) + Math.imul((plane[texel + stride + 1] as number) - below, right);
  return (top << 8) + Math.imul(bottom - top, down);
}
