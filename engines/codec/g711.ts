/** G.711, the eight bits per sample of telephone lines: µ-law (North America, Japan) and A-law (elsewhere). */

const BIAS = 0x84;
const CLIP = 32_635;
const MU_DECODED = Int16Array.from({ length: 256 }, (_, code) => decodeMu(code));
const A_DECODED = Int16Array.from({ length: 256 }, (_, code) => decodeA(code));

export type Law = 'mu' | 'a';

/** Returns samples between −1 and 1. */
export function decodeG711(bytes: Uint8Array, law: Law): Float32Array {
  const table = law === 'mu' ? MU_DECODED : A_DECODED;
  return Float32Array.from(bytes, (code) => (table[code] ?? 0) / 32_768);
}

export function encodeG711(samples: Float32Array, law: Law): Buffer {
  const encode = law === 'mu' ? encodeMu : encodeA;
  const bytes = Buffer.alloc(samples.length);
  for (const [i, sample] of samples.entries())
    bytes[i] = encode(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
  return bytes;
}

function decodeMu(code: number): number {
  const inverted = ~code & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + BIAS) << ((inverted & 0x70) >> 4);
  return inverted & 0x80 ? BIAS - magnitude : magnitude - BIAS;
}

function encodeMu(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  return ~(sign | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff;
}

function decodeA(code: number): number {
  const toggled = code ^ 0x55;
  const exponent = (toggled & 0x70) >> 4;
  const mantissa = ((toggled & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return toggled & 0x80 ? magnitude : -magnitude;
}

function encodeA(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(Math.abs(sample), 32_767);
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 7);
  const mantissa = (magnitude >> (exponent === 0 ? 4 : exponent + 3)) & 0x0f;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}
