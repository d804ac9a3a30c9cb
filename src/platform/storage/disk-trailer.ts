import type { FileHandle } from 'node:fs/promises';
import type { StoredHead } from './storage.ts';

/**
 * The metadata of an object follows its last byte in the same file, so one rename publishes both. Layout: body, JSON,
 * length of the JSON (4 bytes, big endian), mark (4 bytes).
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

/** Null for a file that a power failure left incomplete, or that this storage did not write. */
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
