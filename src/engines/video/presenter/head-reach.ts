import type { Body } from './body.ts';

/** How the head's movement reaches beyond the person's outline. Both are as large as the body's luma. */
export type HeadReach = {
  /** The furthest that anything moves, in pixels of the body. */
  radius: number;
  /** 0 to 1: how far a pixel goes with the head, also beside hair that may come to lie there. */
  share: Float32Array;
  /** 0 to 1: how much of what lies within reach is the person. */
  cover: Float32Array;
};

export function reachOf({ y, moves }: Body, radius: number): HeadReach {
  const { width, height } = y;
  const cover = Float32Array.from(y.alpha, (alpha) => alpha / 255);
  const share = cover.map((alpha, i) => (alpha * (moves[i] ?? 0)) / 255);
  for (const plane of [cover, share]) spread(plane, width, height, Math.max(1, Math.round(radius / 2)));
  for (let i = 0; i < share.length; i += 1) {
    const alpha = y.alpha[i] ?? 0;
    const near = (share[i] ?? 0) / Math.max(cover[i] ?? 0, 1e-6);
    // Inside, what the presenter's own mask says; outside, the mean of what is near.
    share[i] = alpha === 255 ? (moves[i] ?? 0) / 255 : near;
  }
  return { radius, share, cover };
}

/** A mean over a square, twice each way, which reaches `2 × radius`. */
function spread(plane: Float32Array, width: number, height: number, radius: number): void {
  const line = new Float32Array(Math.max(width, height));
  for (let pass = 0; pass < 2; pass += 1) {
    for (let y = 0; y < height; y += 1) meanAlong(plane, line, y * width, 1, width, radius);
    for (let x = 0; x < width; x += 1) meanAlong(plane, line, x, width, height, radius);
  }
}

function meanAlong(
  plane: Float32Array,
  line: Float32Array,
  start: number,
  step: number,
  length: number,
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
