import { randomBytes } from 'node:crypto';

let lastMs = Number.NaN;
let place = 0;
/** Twelve bits, of which the first of a millisecond leaves one free for those that follow. */
const PLACES = 0x1000;

/**
 * RFC 9562 version 7: sorts by creation time, so that inserts stay at the right edge of their index. Those that this process
 * makes one after the other in one millisecond sort as they were made.
 */
export function uuidv7(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  place = nowMs === lastMs ? (place + 1) % PLACES : bytes.readUInt16BE(6) % (PLACES / 2);
  lastMs = nowMs;
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(place, 6);
  return withVersion(bytes, 0x70);
}

/** Sorts before every `uuidv7` of that time or later. */
export function firstUuidAt(ms: number): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(ms, 0, 6);
  return withVersion(bytes, 0x70);
}

/** RFC 9562 version 8: from bytes that are as good as random, such as a hash. */
export function uuidOf(hash: Uint8Array): string {
  return withVersion(Buffer.from(hash.subarray(0, 16)), 0x80);
}

function withVersion(bytes: Buffer, version: number): string {
  bytes[6] = version | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export type IdPrefix =
  | 'job'
  | 'batch'
  | 'asset'
  | 'req'
  | 'payout'
  | 'inv'
  | 'dub'
  | 'run'
  | 'agent'
  | 'doc'
  | 'conv'
  | 'sess'
  | 'item'
  | 'resp';

export function prefixedId(prefix: IdPrefix, nowMs?: number): string {
  return `${prefix}_${uuidv7(nowMs).replaceAll('-', '')}`;
}

/** The UUID inside a prefixed id. */
export function uuidWithin(id: string): string {
  const hex = id.slice(id.indexOf('_') + 1);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function isPrefixedId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-f]{32}$/.test(text.slice(prefix.length + 1));
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Rejection sampling keeps every character equally likely: 248 is the largest multiple of 62 in a byte. */
export function randomBase62(length: number): string {
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && out.length < length) out += BASE62[byte % 62];
    }
  }
  return out;
}
