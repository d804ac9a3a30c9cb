import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { BackupDamaged } from './errors.ts';

/**
 * A sealed file is a mark, a salt and chunks of AES-256-GCM. The name goes into the key, so that files cannot be exchanged. The
 * number of a chunk and whether it is the last one go into its nonce, so that chunks cannot be moved, removed or cut off.
 * Nothing is handed on before it was authenticated, and one chunk at a time is in memory.
 */
const MARK = Buffer.from('vh-bak1\n');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 65_536;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;
const ALGORITHM = 'aes-256-gcm';

export type Bytes = AsyncIterable<Uint8Array>;

export async function* seal(master: Buffer, name: string, plain: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = keyOf(master, salt, name);
  yield Buffer.concat([MARK, salt]);
  let number = 0;
  for await (const { bytes, isLast } of inPieces(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

export async function* open(master: Buffer, name: string, sealed: Bytes): AsyncGenerator<Buffer> {
  const headBytes = MARK.length + SALT_BYTES;
  let key: Buffer | undefined;
  let number = 0;
  for await (const { bytes, isLast } of inPieces(sealed, SEALED_BYTES, headBytes)) {
    if (key) {
      yield openChunk(key, nonceOf(number, isLast), bytes, name);
      number += 1;
      continue;
    }
    if (isLast || !bytes.subarray(0, MARK.length).equals(MARK)) throw new BackupDamaged(name);
    key = keyOf(master, bytes.subarray(MARK.length), name);
  }
}

function openChunk(key: Buffer, nonce: Buffer, bytes: Buffer, name: string): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new BackupDamaged(name, cause);
  }
}

function keyOf(master: Buffer, salt: Uint8Array, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, salt, `vox-humana backup ${name}`, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

type Piece = { bytes: Buffer; isLast: boolean };

/** Pieces of equal length, the first of `firstBytes`. There is always a last one, which may be shorter or empty. */
async function* inPieces(source: Bytes, length: number, firstBytes = length): AsyncGenerator<Piece> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = firstBytes;
  for await (const chunk of source) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    heldBytes += chunk.byteLength;
    if (heldBytes <= wanted) continue;
    const joined = Buffer.concat(held);
    let at = 0;
    // More than a piece must be there, or it may be the last one.
    for (; joined.length - at > wanted; wanted = length) {
      yield { bytes: joined.subarray(at, at + wanted), isLast: false };
      at += wanted;
    }
    held = [joined.subarray(at)];
    heldBytes = joined.length - at;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
