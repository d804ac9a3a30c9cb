import type { Body } from './body.ts';
import type { Size } from './placement.ts';

/** How the head's movement reaches beyond the person's outline. Planes are as large as the body's luma. */
export type HeadReach = {
  /** 0 to 1: how far a pixel goes with the head, also beside hair that may come to lie there. */
  share: Float32Array;
  /** 1 where no movement ever lets anything but the person be seen. */
  solid: Uint8Array;
};

/** From here on a pixel is the person's own; thinner ones are its edge. */
const OWN_ALPHA = 250;

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
  const gaps = gapsBefore(alpha, y);
  const solid = new Uint8Array(width * height);
  for (let row = 0, i = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, i += 1) {
      if (share[i] === 0) continue;
      const travel = Math.ceil(travelAt(column, row)) + 1;
      if ((distance[i] as number) > travel) share[i] = 0;
      else if (isWhole(gaps, y, column, row, travel)) solid[i] = 1;
    }
  }
  return { share, solid };
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

/** How many pixels above and left of each are not wholly the person: what any square holds is four look-ups away. */
function gapsBefore(alpha: Uint8Array, { width, height }: Size): Uint32Array {
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let row = 0; row < height; row += 1) {
    let inRow = 0;
    for (let column = 0; column < width; column += 1) {
      if ((alpha[row * width + column] as number) < 255) inRow += 1;
      sums[(row + 1) * stride + column + 1] = (sums[row * stride + column + 1] as number) + inRow;
    }
  }
  return sums;
}

function isWhole(gaps: Uint32Array, { width, height }: Size, x: number, y: number, travel: number): boolean {
  const [left, right] = [x - travel, x + travel + 1];
  const [top, bottom] = [(y - travel) * (width + 1), (y + travel + 1) * (width + 1)];
  if (left < 0 || top < 0 || right > width || y + travel + 1 > height) return false;
  const above = (gaps[top + right] as number) - (gaps[top + left] as number);
  return (gaps[bottom + right] as number) - (gaps[bottom + left] as number) === above;
}
