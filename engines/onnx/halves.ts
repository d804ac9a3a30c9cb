import type { Piece } from './protobuf.ts';

/** Bits of the 32-bit float for each of the 65,536 halves. */
const WIDE = new Uint32Array(65_536).map((_, half) => widen(half));

/** Little-endian halves to little-endian floats. */
export function widenHalves(halves: Buffer): Buffer {
  // A copy, because a Uint16Array must start at an even address.
  const narrow = new Uint16Array(halves.buffer.slice(halves.byteOffset, halves.byteOffset + halves.length));
  const wide = new Uint32Array(narrow.length);
  for (let i = 0; i < narrow.length; i++) wide[i] = WIDE[narrow[i] ?? 0] ?? 0;
  return Buffer.from(wide.buffer);
}

/** Bytes of a piece as written to the file. */
export function bytesOf(piece: Piece): Buffer {
  return 'halves' in piece ? widenHalves(piece.halves) : piece;
}

function widen(half: number): number {
  const sign = (half & 0x8000) << 16;
  let exponent = (half >> 10) & 0x1f;
  let fraction = half & 0x3ff;
  if (exponent === 0x1f) return (sign | 0x7f800000 | (fraction << 13)) >>> 0;
  if (exponent === 0) {
    if (fraction === 0) return sign >>> 0;
    exponent = 1;
    while ((fraction & 0x400) === 0) {
      fraction <<= 1;
      exponent--;
    }
    fraction &= 0x3ff;
  }
  return (sign | ((exponent + 112) << 23) | (fraction << 13)) >>> 0;
}
