import type { Size } from './fit-picture.ts';

/** A part of a picture, in pixels. All numbers are even, because chroma has half the resolution. */
export type Part = Size & { x: number; y: number };

/** Copies a part of an I420 picture to an I420 picture of its size. */
export function cutPart(whole: Uint8Array, size: Size, part: Part, into: Uint8Array): void {
  forRows(size, part, (at, partAt, length) => into.set(whole.subarray(at, at + length), partAt));
}

/** The reverse. */
export function pastePart(whole: Uint8Array, size: Size, part: Part, from: Uint8Array): void {
  forRows(size, part, (at, partAt, length) => whole.set(from.subarray(partAt, partAt + length), at));
}

/** Copies a part from an I420 picture to another of the same size. */
export function copyPart(from: Uint8Array, into: Uint8Array, size: Size, part: Part): void {
  forRows(size, part, (at, _, length) => into.set(from.subarray(at, at + length), at));
}

function forRows(
  { width, height }: Size,
  part: Part,
  copy: (at: number, partAt: number, length: number) => void,
): void {
  let [plane, partAt] = [0, 0];
  for (const scale of [1, 2, 2]) {
    const [stride, length] = [width / scale, part.width / scale];
    const first = plane + (part.y / scale) * stride + part.x / scale;
    for (let row = 0; row < part.height / scale; row += 1, partAt += length)
      copy(first + row * stride, partAt, length);
    plane += (stride * height) / scale;
  }
}
