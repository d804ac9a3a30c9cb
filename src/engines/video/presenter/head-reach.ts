import type { Body } from './body.ts';
import { TRAVEL_STEPS } from './head-travel.ts';
import type { Size } from './placement.ts';

/** How the head's movement reaches beyond the person's outline. Planes are as large as the body's luma. */
export type HeadReach = {
  /** 0 to 1: how far a pixel goes with the head, also beside hair that may come to lie there. */
  share: Float32Array;
  /** Up to which step of its travel nothing but the person can be seen there; 0: at none. */
  whole: Uint8Array;
  /** Up to which step nothing of the person can be seen there. */
  clear: Uint8Array;
};

/** From here on a pixel is the person's own; thinner ones are its edge. */
const OWN_ALPHA = 250;
/** Beside the travel: neighbours that a pixel of half the size is mixed of, and what rounding moves. */
const MARGIN = 4;

/** `travelAt` says how far a pixel may move at most, in pixels of the body. */
export function reachOf({ y, moves }: Body, travelAt: (x: number, y: number) => number): HeadReach {
  const { width, height, alpha } = y;
  const share = new Float32Array(width * height);
  const distance = new Float32Array(width * height);
  for (let i = 0; i < share.length; i += 1) {
    const own = (alpha[i] as number) >= OWN_ALPHA;
    share[i] = own ? (moves[i] as number) / 255 : 0;
    distance[i] = own ? 0 : Number.POSITIVE_INFINITY;
  }
  takeFromNearest(share, distance, y);
  const gaps = countBefore(y, (i) => (alpha[i] as number) < 255);
  const traces = countBefore(y, (i) => (alpha[i] as number) > 0);
  const [whole, clear] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  for (let row = 0, i = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, i += 1) {
      if (share[i] === 0) continue;
      const travel = travelAt(column, row);
      if ((distance[i] as number) > travel + MARGIN) share[i] = 0;
      else if (alpha[i] === 255) whole[i] = stepsWithout(gaps, y, column, row, travel);
      else if (alpha[i] === 0) clear[i] = stepsWithout(traces, y, column, row, travel);
    }
  }
  return { share, whole, clear };
}

/** What lies outside goes as far as the nearest that lies inside. Down and right, then up and left. */
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

/** How many such pixels lie above and left of each: what any square holds is four look-ups away. */
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

/** The highest step of the travel with none of the counted pixels in reach. */
function stepsWithout(sums: Uint32Array, size: Size, x: number, y: number, travel: number): number {
  let step = TRAVEL_STEPS;
  while (step > 0 && !isWithout(sums, size, x, y, Math.ceil((travel * step) / TRAVEL_STEPS) + MARGIN))
    step -= 1;
  return step;
}

function isWithout(sums: Uint32Array, { width, height }: Size, x: number, y: number, reach: number): boolean {
  const [left, right] = [x - reach, x + reach + 1];
  const [top, bottom] = [(y - reach) * (width + 1), (y + reach + 1) * (width + 1)];
  if (left < 0 || top < 0 || right > width || y + reach + 1 > height) return false;
  const above = (sums[top + right] as number) - (sums[top + left] as number);
  return (sums[bottom + right] as number) - (sums[bottom + left] as number) === above;
}
