import type { Size } from './placement.ts';

/** An I420 picture as three planes over one buffer. */
export type Frame = Size & { y: Uint8Array; u: Uint8Array; v: Uint8Array };

export function frameOver(bytes: Uint8Array, { width, height }: Size): Frame {
  const luma = width * height;
  const chroma = luma / 4;
  return {
    width,
    height,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + chroma),
    v: bytes.subarray(luma + chroma, luma + 2 * chroma),
  };
}
