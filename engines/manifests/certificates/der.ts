/** The few forms of DER (X.690) that certificates and time-stamp requests need. */

export function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 2 ** 8 ? 1 : length < 2 ** 16 ? 2 : 4;
  const encoded = Buffer.alloc(1 + bytes);
  encoded[0] = 0x80 | bytes;
  encoded.writeUIntBE(length, 1, bytes);
  return encoded;
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => der(0x30, ...contents);
export const set = (...contents: readonly Uint8Array[]): Buffer => der(0x31, ...contents);
export const octets = (...contents: readonly Uint8Array[]): Buffer => der(0x04, ...contents);
export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(0x03, Buffer.from([unused]), bytes);
export const text = (value: string): Buffer => der(0x0c, Buffer.from(value));
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
/** A field with a number of its own. */
export const field = (number: number, ...contents: readonly Uint8Array[]): Buffer =>
  der(0xa0 | number, ...contents);

/** Unsigned, most significant byte first. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.alloc(1) : Buffer.from(bytes.subarray(first));
  return (digits[0] ?? 0) < 0x80 ? der(0x02, digits) : der(0x02, Buffer.alloc(1), digits);
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

/** Years from 2050 on are written with four digits. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/gu, '');
  return date.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

/** The first element of `bytes` and what is in it. Throws where the lengths lie. */
export function readElement(bytes: Buffer): { tag: number; content: Buffer; whole: Buffer } {
  const tag = bytes[0];
  const short = bytes[1];
  if (tag === undefined || short === undefined) throw new Error('an element is cut off');
  const lengthBytes = short < 0x80 ? 0 : short & 0x7f;
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes || short === 0x80)
    throw new Error('the length of an element cannot be read');
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes);
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) throw new Error('an element is cut off');
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(0, start + length) };
}

export function readElements(bytes: Buffer): { tag: number; content: Buffer; whole: Buffer }[] {
  const elements: ReturnType<typeof readElement>[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const element = readElement(rest);
    elements.push(element);
    rest = rest.subarray(element.whole.length);
  }
  return elements;
}
