import type { FileHandle } from 'node:fs/promises';
import type { StoredHead } from './storage.ts';

/**
 * What is known of an object stands behind its last byte, in the same file: one rename makes both appear. Players and
 * decoders do not mind the extra bytes. Layout: body, JSON, its length (4 bytes, big endian), mark (4 bytes).
 */
const MARK = Buffer.from('VOX1');
const FOOT_BYTES = 8;
const MAX_JSON_BYTES = 4_096;

export function encodeTrailer(known: { contentType: string; sha256: string }): Buffer {
  const json = Buffer.from(JSON.stringify(known));
  if (json.length > MAX_JSON_BYTES) throw new TypeError('content type is too long');
  const foot = Buffer.alloc(FOOT_BYTES);
  foot.writeUInt32BE(json.length, 0);
  MARK.copy(foot, 4);
  return Buffer.concat([json, foot]);
}

export async function readTrailer(file: FileHandle): Promise<StoredHead> {
  const { size } = await file.stat();
  const foot = await readAt(file, size - FOOT_BYTES, FOOT_BYTES);
  const jsonBytes = foot.readUInt32BE(0);
  if (!foot.subarray(4).equals(MARK) || jsonBytes > MAX_JSON_BYTES) throw notOurs();
  const bytes = size - FOOT_BYTES - jsonBytes;
  const known: unknown = JSON.parse((await readAt(file, bytes, jsonBytes)).toString('utf8'));
  return { bytes, contentType: contentTypeOf(known) };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) throw notOurs();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw notOurs();
  return buffer;
}

function contentTypeOf(known: unknown): string {
  if (typeof known === 'object' && known !== null && 'contentType' in known) return String(known.contentType);
  throw notOurs();
}

function notOurs(): Error {
  return new Error('a file in the storage folder was not written by the storage');
}
