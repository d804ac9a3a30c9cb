import { frameBytes } from '../shared-memory.ts';

/** An I420 picture: BT.709, limited range, even sides. The planes are views of `bytes`. */
export type Frame = {
  width: number;
  height: number;
  bytes: Uint8Array;
  luma: Uint8Array;
  blue: Uint8Array;
  red: Uint8Array;
};

export function frameOf(width: number, height: number, bytes: Uint8Array): Frame {
  const pixels = width * height;
  return {
    width,
    height,
    bytes,
    luma: bytes.subarray(0, pixels),
    blue: bytes.subarray(pixels, pixels * 1.25),
    red: bytes.subarray(pixels * 1.25, pixels * 1.5),
  };
}

export function emptyFrame({ width, height }: { width: number; height: number }): Frame {
  return frameOf(width, height, new Uint8Array(frameBytes({ width, height })));
}

/** Draws the picture with this index into an I420 frame. The same index gives the same picture, in any order. */
export type PaintFrame = (frame: Uint8Array, index: number) => void;
