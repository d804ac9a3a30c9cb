import type { Size } from './fit-picture.ts';

/** A part of a picture, in pixels. All numbers are even, because chroma has half the resolution. */
export type Part = Size & { x: number; y: number };

/** Copies a part of an I420 picture to the same place of another of the same size. */
export function copyPart(from: Uint8Array, into: Uint8Array, { width, height }: Size, part: Part): void {
  let plane = 0;
  for (const scale of [1, 2, 2]) {
    const stride = width / scale;
    const length = part.width / scale;
    const first = plane + (part.y / scale) * stride + part.x / scale;
    for (let row = 0; row < part.height / scale; row += 1) {
      const at = first + row * stride;
      into.set(from.subarray(at, at + length), at);
    }
    plane += (stride * height) / scale;
  }
}
