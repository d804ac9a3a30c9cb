import type { Frame } from '../source/frame.ts';

/** A rotated square of the picture, in pixels. `angle` is in radians, clockwise on screen. */
export type Square = { x: number; y: number; size: number; angle: number };

/** Maps 0 to 255 to the range that the networks were trained on. */
export type Range = { scale: number; offset: number };

/** Writes the square to `values` as planar RGB. Pixels outside the picture are black. */
export function sampleSquare(frame: Frame, square: Square, range: Range, values: Float32Array): void {
  const { width, height, luma, blue, red } = frame;
  const side = Math.sqrt(values.length / 3);
  const step = square.size / side;
  const cos = Math.cos(square.angle) * step;
  const sin = Math.sin(square.angle) * step;
  const plane = side * side;
  const halfWidth = width / 2;
  const half = side / 2;
  for (let row = 0, at = 0; row < side; row += 1) {
    let x = square.x + (0.5 - half) * cos - (row + 0.5 - half) * sin;
    let y = square.y + (0.5 - half) * sin + (row + 0.5 - half) * cos;
    for (let column = 0; column < side; column += 1, at += 1, x += cos, y += sin) {
      const left = Math.floor(x - 0.5);
      const top = Math.floor(y - 0.5);
      const inside = left >= 0 && top >= 0 && left < width - 1 && top < height - 1;
      if (!inside) {
        values[at] = values[at + plane] = values[at + 2 * plane] = range.offset;
        continue;
      }
      const right = x - 0.5 - left;
      const down = y - 0.5 - top;
      const first = top * width + left;
      const upper = pixel(luma, first) * (1 - right) + pixel(luma, first + 1) * right;
      const lower = pixel(luma, first + width) * (1 - right) + pixel(luma, first + width + 1) * right;
      const light = 1.164 * (upper * (1 - down) + lower * down - 16);
      const chroma = (y >> 1) * halfWidth + (x >> 1);
      const u = pixel(blue, chroma) - 128;
      const v = pixel(red, chroma) - 128;
      values[at] = clamp(light + 1.793 * v) * range.scale + range.offset;
      values[at + plane] = clamp(light - 0.213 * u - 0.533 * v) * range.scale + range.offset;
      values[at + 2 * plane] = clamp(light + 2.112 * u) * range.scale + range.offset;
    }
  }
}

const pixel = (plane: Uint8Array, at: number): number => plane[at] as number;
const clamp = (value: number): number => Math.max(0, Math.min(255, value));

/** Converts from pixels of the square to pixels of the picture. */
export function fromSquare({ x, y, size, angle }: Square, side: number, u: number, v: number) {
  const step = size / side;
  const right = (u - side / 2) * step;
  const down = (v - side / 2) * step;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  return { x: x + right * cos - down * sin, y: y + right * sin + down * cos };
}
