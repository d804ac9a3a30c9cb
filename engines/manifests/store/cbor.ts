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
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value < 0 ? head(NEGATIVE, -1 - value) : head(UNSIGNED, value);
  if (typeof value === 'string') return withHead(TEXT, Buffer.from(value));
  if (value instanceof Uint8Array) return withHead(BYTES, value);
  if (value instanceof Tagged) return Buffer.concat([head(TAG, value.tag), encodeCbor(value.value)]);
  if (isList(value)) return Buffer.concat([head(LIST, value.length), ...value.map(encodeCbor)]);
  const entries: [Cbor, Cbor][] = value instanceof Map ? [...value] : Object.entries(value);
  return Buffer.concat([head(MAP, entries.length), ...entries.flat().map(encodeCbor)]);
}

function isList(value: Cbor): value is readonly Cbor[] {
  return Array.isArray(value);
}

function withHead(major: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([head(major, bytes.length), bytes]);
}

function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.from([type | count]);
  if (count < 2 ** 8) return Buffer.from([type | 24, count]);
  const bytes = count < 2 ** 16 ? 2 : count < 2 ** 32 ? 4 : 8;
  const encoded = Buffer.alloc(1 + bytes);
  encoded[0] = type | (bytes === 2 ? 25 : bytes === 4 ? 26 : 27);
  if (bytes === 8) encoded.writeBigUInt64BE(BigInt(count), 1);
  else encoded.writeUIntBE(count, 1, bytes);
  return encoded;
}
