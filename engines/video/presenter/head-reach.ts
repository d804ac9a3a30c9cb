import type { Body, BodyPlane } from './body.ts';
import { TRAVEL_STEPS } from './head-travel.ts';
import type { Rectangle } from './manifest.ts';
import type { Size } from './placement.ts';

/** The effect of head movement around the person's outline, for the part of the body's luma that can move. */
export type HeadReach = Rectangle & {
  /** 0 to 1: how far a pixel moves with the head, including pixels that hair may move over. */
  share: Float32Array;
  /** The highest step of travel at which only the person is visible there; 0 for none. */
  whole: Uint8Array;
  /** The highest step at which nothing of the person is visible there. */
  clear: Uint8Array;
};

/** Pixels with at least this alpha belong to the person; others are its edge. */
const OWN_ALPHA = 250;
/** Added to the travel: the neighbours that a half-size pixel is averaged from, and rounding. */
const MARGIN = 4;

/** `travelAt` returns the furthest that a pixel can move, in pixels of the body. */
export function reachOf({ y, moves }: Body, travelAt: (x: number, y: number) => number): HeadReach {
  const box = around(y, moves, travelAt);
  const alpha = cut(y.alpha, y, box);
  const goes = cut(moves, y, box);
  const share = new Float32Array(alpha.length);
  const distance = new Float32Array(alpha.length);
  for (let i = 0; i < share.length; i += 1) {
    const own = (alpha[i] as number) >= OWN_ALPHA;
    share[i] = own ? (goes[i] as number) / 255 : 0;
    distance[i] = own ? 0 : Number.POSITIVE_INFINITY;
  }
  takeFromNearest(share, distance, box);
  const gaps = countBefore(box, (i) => (alpha[i] as number) < 255);
  const traces = countBefore(box, (i) => (alpha[i] as number) > 0);
  const whole = new Uint8Array(alpha.length);
  const clear = new Uint8Array(alpha.length);
  for (let row = 0, i = 0; row < box.height; row += 1) {
    for (let column = 0; column < box.width; column += 1, i += 1) {
      if (share[i] === 0) continue;
      const travel = travelAt(box.x + column, box.y + row);
      if ((distance[i] as number) > travel + MARGIN) share[i] = 0;
      else if (alpha[i] === 255) whole[i] = stepsWithout(gaps, box, column, row, travel);
      else if (alpha[i] === 0) clear[i] = stepsWithout(traces, box, column, row, travel);
    }
  }
  return { ...box, share, whole, clear };
}

/** Bounds of everything that moves, extended by how far it can move. */
function around(
  { width, height, alpha }: BodyPlane,
  moves: Uint8Array,
  travelAt: (x: number, y: number) => number,
): Rectangle {
  let left = width;
  let right = 0;
  let top = height;
  let bottom = 0;
  for (let row = 0, i = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, i += 1) {
      if (moves[i] === 0 || (alpha[i] as number) < OWN_ALPHA) continue;
      if (column < left) left = column;
      if (column >= right) right = column + 1;
      if (row < top) top = row;
      bottom = row + 1;
    }
  const travels = [
    travelAt(left, top),
    travelAt(right, top),
    travelAt(left, bottom),
    travelAt(right, bottom),
  ];
  const air = Math.ceil(2 * Math.max(...travels)) + MARGIN;
  const x = Math.max(0, left - air);
  const y = Math.max(0, top - air);
  return { x, y, width: Math.min(width, right + air) - x, height: Math.min(height, bottom + air) - y };
}

function cut(plane: Uint8Array, { width }: Size, box: Rectangle): Uint8Array {
  const part = new Uint8Array(box.width * box.height);
  for (let row = 0; row < box.height; row += 1) {
    const from = (box.y + row) * width + box.x;
    part.set(plane.subarray(from, from + box.width), row * box.width);
  }
  return part;
}

/** Pixels outside take the share of the nearest pixel inside. One pass down and right, one up and left. */
function takeFromNearest(share: Float32Array, distance: Float32Array, { width, height }: Size): void {
  const take = (at: number, from: number): void => {
    if ((distance[from] as number) + 1 >= (distance[at] as number)) return;
    distance[at] = (distance[from] as number) + 1;
    share[at] = share[from] as number;
  };
  for (let row = 0; row < height; row += 1) {
    for (let at = row * width + 1; at < (row + 1) * width; at += 1) take(at, at - 1);
    if (row > 0) for (let at = row * width; at < (row + 1) * width; at += 1) take(at, at - width);
  }
  for (let row = height - 1; row >= 0; row -= 1) {
    for (let at = (row + 1) * width - 2; at >= row * width; at -= 1) take(at, at + 1);
    if (row < height - 1) for (let at = row * width; at < (row + 1) * width; at += 1) take(at, at + width);
  }
}

/** Summed-area table of the counted pixels: the count in any square takes four look-ups. */
function countBefore({ width, height }: Size, isCounted: (at: number) => boolean): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let row = 0; row < height; row += 1) {
    let inRow = 0;
    for (let column = 0; column < width; column += 1) {
      if (isCounted(row * width + column)) inRow += 1;
      sums[(row + 1) * stride + column + 1] = (sums[row * stride + column + 1] as number) + inRow;
    }
  }
  return sums;
}

/** The highest step of travel with none of the counted pixels in reach. */
function stepsWithout(sums: Uint32Array, size: Size, x: number, y: number, travel: number): number {
  let step = TRAVEL_STEPS;
  while (step > 0 && !isWithout(sums, size, x, y, Math.ceil((travel * step) / TRAVEL_STEPS) + MARGIN))
    step -= 1;
  return step;
}

function isWithout(sums: Uint32Array, { width, height }: Size, x: number, y: number, reach: number): boolean {
  const left = x - reach;
  const right = x + reach + 1;
  const top = (y - reach) * (width + 1);
  const bottom = (y + reach + 1) * (width + 1);
  if (left < 0 || top < 0 || right > width || y + reach + 1 > height) return false;
  const above = (sums[top + right] as number) - (sums[top + left] as number);
  return (sums[bottom + right] as number) - (sums[bottom + left] as number) === above;
}
