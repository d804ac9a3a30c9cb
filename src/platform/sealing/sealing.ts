import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type DataKey, type DataKeys, SESSION_KEY_ID } from '../config/index.ts';
import { SecretUnreadable } from './errors.ts';

/** Each purpose has a key of its own, so that a value sealed for one is worthless for another. */
export type Purpose =
  | 'totp-secret'
  | 'webhook-secret'
  | 'idempotent-answer'
  | 'tool-headers'
  | 'seller-document'
  | 'kept-secret'
  | 'key-proof';

/** A sealed value is bound to its purpose and its owner: copied to another row, it does not open. */
export type Seal = { purpose: Purpose; owner: string };

export type Sealing = {
  /** The id of the key that seals. */
  currentKey: string;
  /** Every value that the current key sealed begins with this. */
  currentPrefix: Buffer;
  knows(keyId: string): boolean;
  seal(seal: Seal, plain: string | Uint8Array, keyId?: string): Buffer;
  open(seal: Seal, sealed: Uint8Array): Buffer;
};

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Values from before keys had ids begin with a random IV instead. */
const MARK = Buffer.from('vh-seal1');

/** A sealed value is the mark, the length of the key's id, the id, the IV, the tag and the ciphertext. */
export function createSealing(keys: DataKeys): Sealing {
  const [current] = keys;
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    currentKey: current.id,
    currentPrefix: prefixOf(current.id),
    knows: (keyId) => byId.has(keyId),
    seal({ purpose, owner }, plain, keyId = current.id) {
      const key = keyWith(byId, keyId);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, derive(key, 'vox-humana data', purpose), iv);
      cipher.setAAD(Buffer.from(`${purpose} ${owner}`));
      const body = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()]);
      return Buffer.concat([prefixOf(keyId), iv, cipher.getAuthTag(), body]);
    },
    open(seal, sealed) {
      const bytes = Buffer.from(sealed);
      const keyId = keyIdOf(bytes);
      if (keyId === null) return openOlder(keyWith(byId, SESSION_KEY_ID), seal, bytes);
      const secret = derive(keyWith(byId, keyId), 'vox-humana data', seal.purpose);
      const aad = `${seal.purpose} ${seal.owner}`;
      return decipher(secret, aad, bytes.subarray(prefixOf(keyId).length));
    },
  };
}

function prefixOf(keyId: string): Buffer {
  return Buffer.concat([MARK, Buffer.from([keyId.length]), Buffer.from(keyId)]);
}

/** Null for a value from before keys had ids. */
function keyIdOf(bytes: Buffer): string | null {
  if (!bytes.subarray(0, MARK.length).equals(MARK)) return null;
  const start = MARK.length + 1;
  return bytes.subarray(start, start + (bytes[MARK.length] ?? 0)).toString('latin1');
}

function keyWith(byId: ReadonlyMap<string, DataKey>, keyId: string): DataKey {
  const key = byId.get(keyId);
  if (key) return key;
  throw new SecretUnreadable(
    new Error(`It was sealed with the data key "${keyId}", which is not configured.`),
  );
}

function derive({ secret }: DataKey, salt: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
}

function openOlder(key: DataKey, { purpose, owner }: Seal, bytes: Buffer): Buffer {
  if (purpose === 'idempotent-answer') return decipher(derive(key, '', 'idempotent-answers'), '', bytes);
  return decipher(derive(key, 'vox-humana', purpose), owner, bytes);
}

function decipher(key: Buffer, aad: string, bytes: Buffer): Buffer {
  try {
    const iv = bytes.subarray(0, IV_BYTES);
    const opening = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
    opening.setAAD(Buffer.from(aad));
    opening.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([opening.update(bytes.subarray(IV_BYTES + TAG_BYTES)), opening.final()]);
  } catch (cause) {
    throw new SecretUnreadable(cause);
  }
}
