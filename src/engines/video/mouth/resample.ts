/** A plane at a place between its pixels, kept inside it. Centres of pixels are at whole numbers. */
export function sampleLinear(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const px = Math.max(0, Math.min(width - 1.001, x));
  const py = Math.max(0, Math.min(height - 1.001, y));
  const left = Math.floor(px);
  const top = Math.floor(py);
  const right = px - left;
  const down = py - top;
  const at = top * width + left;
  const upper = pixel(plane, at) * (1 - right) + pixel(plane, at + 1) * right;
  const lower = pixel(plane, at + width) * (1 - right) + pixel(plane, at + width + 1) * right;
  return upper * (1 - down) + lower * down;
}

/** Catmull-Rom: keeps the grain and the edges that a linear one would blur. At a pixel's centre it is that pixel. */
export function sampleCubic(plane: Uint8Array, width: number, height: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 1 || top < 1 || left > width - 3 || top > height - 3)
    return sampleLinear(plane, width, height, x, y);
  const s = x - left;
  const t = y - top;
  const a = s * (s * (1 - 0.5 * s) - 0.5);
  const b = 1 + s * s * (1.5 * s - 2.5);
  const c = s * (0.5 + s * (2 - 1.5 * s));
  const d = s * s * (0.5 * s - 0.5);
  let sum = 0;
  let at = (top - 1) * width + left - 1;
  for (let row = 0; row < 4; row += 1, at += width) {
    const line =
      a * pixel(plane, at) + b * pixel(plane, at + 1) + c * pixel(plane, at + 2) + d * pixel(plane, at + 3);
    sum += line * weight(row, t);
  }
  return sum;
}

const pixel = (plane: Uint8Array, at: number): number => plane[at] as number;

function weight(row: number, t: number): number {
  if (row === 0) return t * (t * (1 - 0.5 * t) - 0.5);
  if (row === 1) return 1 + t * t * (1.5 * t - 2.5);
  if (row === 2) return t * (0.5 + t * (2 - 1.5 * t));
  return t * t * (0.5 * t - 0.5);
}
