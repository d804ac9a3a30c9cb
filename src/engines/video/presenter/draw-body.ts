import type { BodyPlane } from './body.ts';
import { type BodyRegion, NUMBERS_PER_RUN, SOFT, SOLID } from './body-region.ts';
import type { HeadPose } from './head-pose.ts';

/** Subpixel positions are in 256ths. Integers make these loops fast. */
const FINE = 256;
const HALF = 1 << 15;

/** Planes of a frame: the target, and the background around the person. */
export type Canvas = { target: Uint8Array; background: Uint8Array; stride: number };

/**
 * Draws a region of the person over a background. `step` is the step of travel that contains the head's movement. `back`
 * maps each pixel of the moved head to its origin (`inverseOf` its pose). Runs for every pixel of every frame.
 */
export function drawBody(
  canvas: Canvas,
  plane: BodyPlane,
  region: BodyRegion,
  step: number,
  back: HeadPose,
): void {
  const runs = region.runs[step - 1] as Int32Array;
  for (let at = 0; at < runs.length; at += NUMBERS_PER_RUN) {
    const row = runs[at] as number;
    const from = runs[at + 1] as number;
    const to = runs[at + 2] as number;
    const kind = runs[at + 3] as number;
    if (kind === SOLID) drawSolid(canvas, plane, region, back, row, from, to);
    else if (kind === SOFT) drawSoft(canvas, plane, region, back, row, from, to);
    else drawEdge(canvas, plane, region, back, row, from, to);
  }
}

function drawSolid(
  { target, stride }: Canvas,
  { values, width: texels }: BodyPlane,
  region: BodyRegion,
  back: HeadPose,
  row: number,
  from: number,
  to: number,
): void {
  const fine = FINE * region.texelsPerCanvas;
  const canvasX = region.canvasX + from * region.canvasStep;
  const canvasY = region.canvasY + row * region.canvasStep;
  const stepX = (1 + back.xx) * region.canvasStep * fine;
  const stepY = back.yx * region.canvasStep * fine;
  let fineX = (canvasX + back.shiftX + back.xx * canvasX + back.xy * canvasY) * fine - FINE / 2;
  let fineY = (canvasY + back.shiftY + back.yx * canvasX + back.yy * canvasY) * fine - FINE / 2;
  const end = (region.top + row) * stride + region.left + to;
  for (let pixel = end - to + from; pixel < end; pixel += 1, fineX += stepX, fineY += stepY) {
    const x = fineX | 0;
    const y = fineY | 0;
    const right = x & 255;
    const texel = (y >> 8) * texels + (x >> 8);
    const above = values[texel] as number;
    const below = values[texel + texels] as number;
    const top = (above << 8) + ((values[texel + 1] as number) - above) * right;
    const bottom = (below << 8) + ((values[texel + texels + 1] as number) - below) * right;
    target[pixel] = ((top << 8) + (bottom - top) * (y & 255) + HALF) >> 16;
  }
}

function drawSoft(
  { target, stride }: Canvas,
  { values, width: texels }: BodyPlane,
  region: BodyRegion,
  back: HeadPose,
  row: number,
  from: number,
  to: number,
): void {
  const { share, canvasStep } = region;
  const fine = FINE * region.texelsPerCanvas;
  const canvasY = region.canvasY + row * canvasStep;
  const shiftX = back.shiftX + back.xy * canvasY;
  const shiftY = back.shiftY + back.yy * canvasY;
  let pixel = (region.top + row) * stride + region.left + from;
  for (let column = from; column < to; column += 1, pixel += 1) {
    const canvasX = region.canvasX + column * canvasStep;
    const moved = share[row * region.width + column] as number;
    const x = ((canvasX + moved * (shiftX + back.xx * canvasX)) * fine - FINE / 2) | 0;
    const y = ((canvasY + moved * (shiftY + back.yx * canvasX)) * fine - FINE / 2) | 0;
    const right = x & 255;
    const texel = (y >> 8) * texels + (x >> 8);
    const above = values[texel] as number;
    const below = values[texel + texels] as number;
    const top = (above << 8) + ((values[texel + 1] as number) - above) * right;
    const bottom = (below << 8) + ((values[texel + texels + 1] as number) - below) * right;
    target[pixel] = ((top << 8) + (bottom - top) * (y & 255) + HALF) >> 16;
  }
}

function drawEdge(
  { target, background, stride }: Canvas,
  { values, alpha, zero, width: texels, height: rows }: BodyPlane,
  region: BodyRegion,
  back: HeadPose,
  row: number,
  from: number,
  to: number,
): void {
  const { share, canvasStep } = region;
  const fine = FINE * region.texelsPerCanvas;
  const mostX = (texels - 1) * FINE - 1;
  const mostY = (rows - 1) * FINE - 1;
  const canvasY = region.canvasY + row * canvasStep;
  const shiftX = back.shiftX + back.xy * canvasY;
  const shiftY = back.shiftY + back.yy * canvasY;
  let pixel = (region.top + row) * stride + region.left + from;
  for (let column = from; column < to; column += 1, pixel += 1) {
    const canvasX = region.canvasX + column * canvasStep;
    const moved = share[row * region.width + column] as number;
    let x = ((canvasX + moved * (shiftX + back.xx * canvasX)) * fine - FINE / 2) | 0;
    let y = ((canvasY + moved * (shiftY + back.yx * canvasX)) * fine - FINE / 2) | 0;
    x = x < 0 ? 0 : x > mostX ? mostX : x;
    y = y < 0 ? 0 : y > mostY ? mostY : y;
    const right = x & 255;
    const down = y & 255;
    const texel = (y >> 8) * texels + (x >> 8);
    const above = values[texel] as number;
    const below = values[texel + texels] as number;
    const top = (above << 8) + ((values[texel + 1] as number) - above) * right;
    const bottom = (below << 8) + ((values[texel + texels + 1] as number) - below) * right;
    const value = ((top << 8) + (bottom - top) * down + HALF) >> 16;
    const alphaAbove = alpha[texel] as number;
    const alphaBelow = alpha[texel + texels] as number;
    const alphaTop = (alphaAbove << 8) + ((alpha[texel + 1] as number) - alphaAbove) * right;
    const alphaBottom = (alphaBelow << 8) + ((alpha[texel + texels + 1] as number) - alphaBelow) * right;
    const clear = 255 - (((alphaTop << 8) + (alphaBottom - alphaTop) * down + HALF) >> 16);
    // 257 / 65,536 is 1 / 255.
    target[pixel] = value + ((((background[pixel] as number) - zero) * clear * 257 + HALF) >> 16);
  }
}
