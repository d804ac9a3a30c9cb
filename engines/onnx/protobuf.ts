/** Just enough of the protobuf wire format to change single fields and leave all others as they are. */

/** A piece of a message: bytes as they are, or 16-bit floats that are widened when they are written. */
export type Piece = Buffer | { halves: Buffer };

export type FieldRewrites = {
  /** Rewrites a field that holds a number. */
  number?: (field: number, value: bigint) => bigint;
  /** Rewrites a field that holds bytes or a message; `null` leaves the field out, `undefined` keeps it. */
  bytes?: (field: number, value: Buffer) => Piece[] | null | undefined;
};

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

export function rewriteMessage(message: Buffer, rewrites: FieldRewrites): Piece[] {
  const pieces: Piece[] = [];
  for (const { field, wire, value, number, whole } of fieldsOf(message)) {
    if (wire === VARINT && rewrites.number) {
      pieces.push(...numberField(field, rewrites.number(field, number)));
      continue;
    }
    const replaced = wire === BYTES ? rewrites.bytes?.(field, value) : undefined;
    if (replaced === undefined) pieces.push(whole);
    else if (replaced !== null) pieces.push(...bytesField(field, replaced));
  }
  return pieces;
}

/** A field that holds bytes or a message. */
export function bytesField(field: number, value: readonly Piece[]): Piece[] {
  return [varint(BigInt((field << 3) | BYTES)), varint(BigInt(lengthOf(value))), ...value];
}

export function numberField(field: number, value: bigint): Piece[] {
  return [varint(BigInt(field << 3)), varint(value)];
}

export function floatField(field: number, value: number): Piece[] {
  return [varint(BigInt((field << 3) | FIXED32)), floatBytes(value)];
}

function floatBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + ('halves' in piece ? piece.halves.length * 2 : piece.length), 0);
}

export type Field = { field: number; wire: number; value: Buffer; number: bigint; whole: Buffer };

const NOTHING = Buffer.alloc(0);

export function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0;
  while (at < message.length) {
    const start = at;
    const tag = readSmall(message, at);
    at = tag.next;
    const field = Math.floor(tag.value / 8);
    const wire = tag.value % 8;
    let value: Buffer = NOTHING;
    let number = 0n;
    if (wire === VARINT) ({ value: number, next: at } = readVarint(message, at));
    else if (wire === BYTES) {
      const length = readSmall(message, at);
      at = length.next + length.value;
      value = message.subarray(length.next, at);
    } else if (wire === FIXED64) at += 8;
    else if (wire === FIXED32) at += 4;
    else throw new Error(`wire type ${wire} at ${start} is not protobuf`);
    yield { field, wire, value, number, whole: message.subarray(start, at) };
  }
}

/** Numbers that were written one after another into one field. */
export function unpacked(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { value, next } = readVarint(bytes, at);
    numbers.push(Number(BigInt.asIntN(64, value)));
    at = next;
  }
  return numbers;
}

/** A tag or a length. A model has hundreds of thousands, and big integers take most of the time of reading it. */
function readSmall(bytes: Buffer, from: number): { value: number; next: number } {
  let value = 0;
  let at = from;
  for (let unit = 1; ; unit *= 0x80) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('the file ends inside a number');
    value += (byte & 0x7f) * unit;
    if (byte < 0x80) return { value, next: at };
  }
}

function readVarint(bytes: Buffer, at: number): { value: bigint; next: number } {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = bytes[at++];
    if (byte === undefined) throw new Error('the file ends inside a number');
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return { value, next: at };
  }
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
