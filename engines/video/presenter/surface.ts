import { frameBytes } from '../shared-memory.ts';
import type { Layout, Memory } from '../simd/memory.ts';
import type { Size } from './placement.ts';

/** A frame in a memory of its own, where WebAssembly draws. Numbers are addresses. */
export type Surface = Size & { y: number; u: number; v: number };

export function placeSurface(layout: Layout, size: Size): Surface {
  const y = layout.place(frameBytes(size));
  const luma = size.width * size.height;
  return { ...size, y, u: y + luma, v: y + (5 * luma) / 4 };
}

/** The whole frame, as I420. */
export function bytesOf({ y, ...size }: Surface, { buffer }: Memory): Uint8Array {
  return new Uint8Array(buffer, y, frameBytes(size));
}
