import type { Body } from './body.ts';

/** How the head's movement reaches beyond the person's outline. Planes are as large as the body's luma. */
export type HeadReach = {
  /** The furthest that anything moves, in pixels of the body. */
  radius: number;
  /** 0 to 1: how far a pixel goes with the head, also beside hair that may come to lie there. */
  share: Float32Array;
  /** 0 to 1: how much of what lies within reach is the person. */
  cover: Float32Array;
};

/** From here on a pixel is the person's own; thinner ones are its edge. */
const SOLID_ALPHA = 250;

export function reachOf({ y, moves }: Body, radius: number): HeadReach {
  const { width, height, alpha } = y;
  const [cover, share] = [new Float32Array(width * height), new Float32Array(width * height)];
  const distance = new Float32Array(width * height);
  for (let i = 0; i < cover.length; i += 1) {
    const own = (alpha[i] as number) >= SOLID_ALPHA;
    cover[i] = (alpha[i] as number) / 255;
    share[i] = own ? (moves[i] as number) / 255 : 0;
    distance[i] = own ? 0 : Number.POSITIVE_INFINITY;
  }
  takeFromNearest(share, distance, width, height);
  for (let i = 0; i < share.length; i += 1) if ((distance[i] as number) > radius) share[i] = 0;
  spread(cover, width, height, Math.max(1, Math.round(radius / 2)));
  return { radius, share, cover };
}

/** What lies outside goes as far as the nearest that lies inside. Down and right, then up and left. */
function takeFromNearest(share: Float32Array, distance: Float32Array, width: number, height: number): void {
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

/** A mean over a square, twice each way, which reaches `2 × radius`. */
function spread(plane: Float32Array, width: number, height: number, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  for (let pass = 0; pass < 2; pass += 1) {
    for (let y = 0; y < height; y += 1)
      meanAlong(plane, line, { start: y * width, step: 1, length: width }, radius);
    for (let x = 0; x < width; x += 1)
      meanAlong(plane, line, { start: x, step: width, length: height }, radius);
  }
}

type Line = { start: number; step: number; length: number };

function meanAlong(
  plane: Float32Array,
  line: Float32Array,
  { start, step, length }: Line,
  radius: number,
): void {
  for (let i = 0; i < length; i += 1) line[i] = plane[start + i * step] as number;
  let sum = 0;
  for (let i = -radius; i <= radius; i += 1) sum += line[Math.min(length - 1, Math.max(0, i))] as number;
  for (let i = 0; i < length; i += 1) {
    plane[start + i * step] = sum / (2 * radius + 1);
    const [gone, come] = [Math.max(0, i - radius), Math.min(length - 1, i + radius + 1)];
    sum += (line[come] as number) - (line[gone] as number);
  }
}
