/** A value as CBOR (RFC 8949) writes it. Maps keep the order of their keys. */
export type Cbor =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly Cbor[]
  | Tagged
  | Map<number, Cbor>
  | { readonly [key: string]: Cbor };

export class Tagged {
  readonly tag: number;
  readonly value: Cbor;
  constructor(tag: number, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

/** A date and time, as tag 0. */
export function dateTime(date: Date): Tagged {
  return new Tagged(0, `${date.toISOString().slice(0, 19)}Z`);
}

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
const TAG = 6;

export function encodeCbor(value: Cbor): Buffer {
  const parts: Uint8Array[] = [];
  append(value, parts);
  return Buffer.concat(parts);
}

function append(value: Cbor, parts: Uint8Array[]): void {
  if (value === null) parts.push(Buffer.of(0xf6));
  else if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xf5 : 0xf4));
  else if (typeof value === 'number')
    parts.push(value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value));
  else if (typeof value === 'string') appendBytes(TEXT, Buffer.from(value), parts);
  else if (value instanceof Uint8Array) appendBytes(BYTES, value, parts);
  else if (value instanceof Tagged) {
    parts.push(head(TAG, value.tag));
    append(value.value, parts);
  } else if (isList(value)) {
    parts.push(head(LIST, value.length));
    for (const item of value) append(item, parts);
  } else {
    const entries: [Cbor, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
    parts.push(head(MAP, entries.length));
    for (const item of entries.flat()) append(item, parts);
  }
}

function isList(value: Cbor): value is readonly Cbor[] {
  return Array.isArray(value);
}

function appendBytes(major: number, bytes: Uint8Array, parts: Uint8Array[]): void {
  parts.push(head(major, bytes.length), bytes);
}

function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.of(type | count);
  if (count < 2 ** 8) return Buffer.of(type | 24, count);
  const bytes = count < 2 ** 16 ? 2 : count < 2 ** 32 ? 4 : 8;
  const encoded = Buffer.alloc(1 + bytes);
  encoded[0] = type | (bytes === 2 ? 25 : bytes === 4 ? 26 : 27);
  if (bytes === 8) encoded.writeBigUInt64BE(BigInt(count), 1);
  else encoded.writeUIntBE(count, 1, bytes);
  return encoded;
}
