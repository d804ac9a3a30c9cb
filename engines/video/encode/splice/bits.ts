/** Reads the bits of an H.264 unit, without its emulation prevention. */
export type BitReader = {
  position(): number;
  bits(count: number): number;
  /** Exp-Golomb codes. */
  unsigned(): number;
  signed(): number;
};

export function readBits(bytes: Uint8Array, from = 0): BitReader {
  let at = from;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw new Error('the unit ends too early');
    return (byte >> (7 - (at++ & 7))) & 1;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1) value = value * 2 + bit();
    return value;
  };
  const unsigned = (): number => {
    let zeros = 0;
    while (bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + bits(zeros);
  };
  return {
    position: () => at,
    bits,
    unsigned,
    signed: () => {
      const code = unsigned();
      return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
    },
  };
}

export type BitWriter = {
  bits(count: number, value: number): BitWriter;
  unsigned(value: number): BitWriter;
  /** Copies the bits from `from` to `to` (exclusive). */
  copy(bytes: Uint8Array, from: number, to: number): BitWriter;
  /** Ends the unit with its stop bit. */
  end(): Uint8Array;
};

export function writeBits(mostBytes: number): BitWriter {
  const bytes = new Uint8Array(mostBytes);
  let at = 0;
  const put = (bit: number): void => {
    if (bit) bytes[at >> 3] = (bytes[at >> 3] as number) | (0x80 >> (at & 7));
    at += 1;
  };
  const writer: BitWriter = {
    bits(count, value) {
      for (let i = count - 1; i >= 0; i -= 1) put((value >> i) & 1);
      return writer;
    },
    unsigned(value) {
      const length = 32 - Math.clz32(value + 1);
      return writer.bits(length - 1, 0).bits(length, value + 1);
    },
    copy(source, from, to) {
      for (let i = from; i < to; i += 1) put(((source[i >> 3] as number) >> (7 - (i & 7))) & 1);
      return writer;
    },
    end() {
      put(1);
      if (at > 8 * mostBytes) throw new Error('the unit is longer than its memory');
      return bytes.subarray(0, (at + 7) >> 3);
    },
  };
  return writer;
}

/** The place of a unit's stop bit. */
export function endOfBits(bytes: Uint8Array): number {
  let last = bytes.length - 1;
  while (bytes[last] === 0) last -= 1;
  const byte = bytes[last];
  if (byte === undefined) throw new Error('the unit has no stop bit');
  return 8 * last + 7 - (31 - Math.clz32(byte & -byte));
}
