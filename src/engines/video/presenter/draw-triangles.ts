import { type Colours, MOST_COLOURS } from './choose-colours.ts';
import type { Frame } from './frame.ts';
import type { PatchMesh, PatchPose, PlacedVertices } from './patch-mesh.ts';
import type { Sprites } from './sprites.ts';

/** What a pose that does not see a point says of its colour: enough where none does, too little to be noticed else. */
const UNSEEN = 0.004;
const NUMBERS_PER_COLOUR = 9;
/** Neighbouring triangles share their edges to the last pixel, whatever is rounded. */
const EDGE = 1e-4;
/** Places between two texels are counted in 256ths. */
const FINE = 256;

/** Kept between frames, so that none of them allocates. */
export type Scratch = {
  /** As large as the frame's luma; the part that a patch covers is reset by it. */
  depth: Float32Array;
  corner: Float32Array;
  /** Y, U, V. */
  mixed: Float32Array;
};

export function createScratch(frame: { width: number; height: number }): Scratch {
  return {
    depth: new Float32Array(frame.width * frame.height),
    corner: new Float32Array(MOST_COLOURS * NUMBERS_PER_COLOUR),
    mixed: new Float32Array(3),
  };
}

/** Draws every triangle where it is nearest, coloured by those poses that see it. Runs for every pixel of every frame. */
export function drawTriangles(
  frame: Frame,
  mesh: PatchMesh,
  placed: PlacedVertices,
  sprites: Sprites,
  colours: Colours,
  /** One bit for each pose that the frame has anything of. */
  poses: number,
  scratch: Scratch,
): void {
  const { corners, stirredBy, cover } = mesh;
  const { x, y, z } = placed;
  const { depth, corner, mixed } = scratch;
  const { width, height } = frame;
  resetDepth(placed, frame, depth);
  for (let t = 0; t < corners.length; t += 3) {
    if (((stirredBy[t / 3] as number) & poses) === 0) continue;
    const a = corners[t] as number;
    const b = corners[t + 1] as number;
    const c = corners[t + 2] as number;
    const ax = (x[a] as number) - 0.5;
    const ay = (y[a] as number) - 0.5;
    const abx = (x[b] as number) - 0.5 - ax;
    const aby = (y[b] as number) - 0.5 - ay;
    const acx = (x[c] as number) - 0.5 - ax;
    const acy = (y[c] as number) - 0.5 - ay;
    const area = abx * acy - acx * aby;
    if (area < 1e-6 && area > -1e-6) continue;
    const left = Math.max(0, Math.ceil(ax + Math.min(0, abx, acx)));
    const right = Math.min(width - 1, Math.floor(ax + Math.max(0, abx, acx)));
    const top = Math.max(0, Math.ceil(ay + Math.min(0, aby, acy)));
    const bottom = Math.min(height - 1, Math.floor(ay + Math.max(0, aby, acy)));
    const stepB = acy / area;
    const stepC = -aby / area;
    const za = z[a] as number;
    const zab = (z[b] as number) - za;
    const zac = (z[c] as number) - za;
    const coverA = cover[a] as number;
    const coverAB = (cover[b] as number) - coverA;
    const coverAC = (cover[c] as number) - coverA;
    let gathered = false;
    for (let row = top; row <= bottom; row += 1) {
      let shareB = ((left - ax) * acy - acx * (row - ay)) / area;
      let shareC = (abx * (row - ay) - (left - ax) * aby) / area;
      let pixel = row * width + left;
      for (let column = left; column <= right; column += 1, pixel += 1, shareB += stepB, shareC += stepC) {
        if (shareB < -EDGE || shareC < -EDGE || shareB + shareC > 1 + EDGE) continue;
        const near = za + shareB * zab + shareC * zac;
        if (near >= (depth[pixel] as number)) continue;
        depth[pixel] = near;
        const covers = coverA + shareB * coverAB + shareC * coverAC;
        if (covers <= 0) continue;
        if (!gathered) gather(mesh, colours, a, b, c, corner);
        gathered = true;
        const coloured = ((row | column) & 1) === 0;
        mix(sprites, colours, scratch, shareB, shareC, coloured);
        const under = frame.y[pixel] as number;
        frame.y[pixel] = under + covers * ((mixed[0] as number) - under) + 0.5;
        if (!coloured) continue;
        const chroma = (row >> 1) * (width >> 1) + (column >> 1);
        const underU = frame.u[chroma] as number;
        const underV = frame.v[chroma] as number;
        frame.u[chroma] = underU + covers * ((mixed[1] as number) - underU) + 0.5;
        frame.v[chroma] = underV + covers * ((mixed[2] as number) - underV) + 0.5;
      }
    }
  }
}

function resetDepth({ x, y }: PlacedVertices, { width, height }: Frame, depth: Float32Array): void {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let v = 0; v < x.length; v += 1) {
    left = Math.min(left, x[v] as number);
    right = Math.max(right, x[v] as number);
    top = Math.min(top, y[v] as number);
    bottom = Math.max(bottom, y[v] as number);
  }
  const [from, to] = [Math.max(0, Math.floor(left)), Math.min(width, Math.ceil(right) + 1)];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, bottom + 1); row += 1)
    depth.fill(Number.POSITIVE_INFINITY, row * width + from, row * width + to);
}

/** Where the corners of a triangle are in each sprite and how well it shows them, as a value and two differences. */
function gather(
  mesh: PatchMesh,
  colours: Colours,
  a: number,
  b: number,
  c: number,
  corner: Float32Array,
): void {
  for (let rank = 0; rank < colours.count; rank += 1) {
    const { spriteX, spriteY, visible } = mesh.poses[colours.poses[rank] as number] as PatchPose;
    const at = rank * NUMBERS_PER_COLOUR;
    corner[at] = spriteX[a] as number;
    corner[at + 1] = (spriteX[b] as number) - (spriteX[a] as number);
    corner[at + 2] = (spriteX[c] as number) - (spriteX[a] as number);
    corner[at + 3] = spriteY[a] as number;
    corner[at + 4] = (spriteY[b] as number) - (spriteY[a] as number);
    corner[at + 5] = (spriteY[c] as number) - (spriteY[a] as number);
    corner[at + 6] = visible[a] as number;
    corner[at + 7] = (visible[b] as number) - (visible[a] as number);
    corner[at + 8] = (visible[c] as number) - (visible[a] as number);
  }
}

/** The colour at a point of the triangle, from every pose as far as it sees it. Writes into `mixed`. */
function mix(
  { width: stride, y: luma, u: blue, v: red }: Sprites,
  colours: Colours,
  { corner, mixed }: Scratch,
  shareB: number,
  shareC: number,
  coloured: boolean,
): void {
  let sum = 0;
  let sumY = 0;
  let sumU = 0;
  let sumV = 0;
  for (let rank = 0, at = 0; rank < colours.count; rank += 1, at += NUMBERS_PER_COLOUR) {
    const x =
      (corner[at] as number) + shareB * (corner[at + 1] as number) + shareC * (corner[at + 2] as number);
    const y =
      (corner[at + 3] as number) + shareB * (corner[at + 4] as number) + shareC * (corner[at + 5] as number);
    const seen =
      (corner[at + 6] as number) + shareB * (corner[at + 7] as number) + shareC * (corner[at + 8] as number);
    const weight = (colours.weights[rank] as number) * (seen + UNSEEN);
    const fineX = (x * FINE) | 0;
    const fineY = (y * FINE) | 0;
    const texel = (fineY >> 8) * stride + (fineX >> 8);
    sum += weight;
    sumY += weight * between(luma, texel, stride, fineX & 255, fineY & 255);
    if (!coloured) continue;
    sumU += weight * between(blue, texel, stride, fineX & 255, fineY & 255);
    sumV += weight * between(red, texel, stride, fineX & 255, fineY & 255);
  }
  const scale = 1 / (sum * FINE * FINE);
  mixed[0] = sumY * scale;
  mixed[1] = sumU * scale;
  mixed[2] = sumV * scale;
}

/** The value between four texels, times `FINE` squared. */
function between(plane: Uint8Array, texel: number, stride: number, right: number, down: number): number {
  const above = plane[texel] as number;
  const below = plane[texel + stride] as number;
  const top = (above << 8) + ((plane[texel + 1] as number) - above) * right;
  const bottom = (below << 8) + ((plane[texel + stride + 1] as number) - below) * right;
  return (top << 8) + (bottom - top) * down;
}
