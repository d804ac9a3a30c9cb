/** A picture as films hold it: I420, BT.709, limited range; even sizes. The planes are views of `bytes`. */
export type Frame = {
  width: number;
  height: number;
  bytes: Uint8Array;
  luma: Uint8Array;
  blue: Uint8Array;
  red: Uint8Array;
};

export function frameBytes(width: number, height: number): number {
  return (width * height * 3) / 2;
}

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

export function copyFrame({ width, height, bytes }: Frame): Frame {
  return frameOf(width, height, bytes.slice());
}
