import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Each use of the session secret has its own key, so that a value made for one use is worthless for another. */
export type KeyPurpose = 'session-cookie' | 'csrf' | 'totp-secret' | 'recovery-code' | 'webhook-secret';

export function deriveKey(sessionSecret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, 'vox-humana', purpose, 32));
}

export function hmac(key: Buffer, message: string): Buffer {
  return createHmac('sha256', key).update(message).digest();
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A sealed secret is bound to its account and purpose: copied to another row, it does not open. */
export type SealOwner = { sessionSecret: string; accountId: string; purpose: KeyPurpose };

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret(owner: SealOwner, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, deriveKey(owner.sessionSecret, owner.purpose), iv);
  cipher.setAAD(Buffer.from(owner.accountId));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

export function openSecret(owner: SealOwner, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv(
    ALGORITHM,
    deriveKey(owner.sessionSecret, owner.purpose),
    bytes.subarray(0, IV_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(Buffer.from(owner.accountId));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
