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

/** Null for a file that a power cut tore, or that is not of this storage. */
export async function readTrailer(file: FileHandle): Promise<StoredHead | null> {
  const { size } = await file.stat();
  const foot = await readAt(file, size - FOOT_BYTES, FOOT_BYTES);
  if (!foot?.subarray(4).equals(MARK)) return null;
  const jsonBytes = foot.readUInt32BE(0);
  const bytes = size - FOOT_BYTES - jsonBytes;
  const json = jsonBytes > MAX_JSON_BYTES ? null : await readAt(file, bytes, jsonBytes);
  const contentType = json && contentTypeIn(json.toString('utf8'));
  return contentType ? { bytes, contentType } : null;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  if (position < 0) return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
}

function contentTypeIn(json: string): string | null {
  try {
    const known: unknown = JSON.parse(json);
    const isOurs = typeof known === 'object' && known !== null && 'contentType' in known;
    return isOurs ? String(known.contentType) : null;
  } catch {
    return null;
  }
}
