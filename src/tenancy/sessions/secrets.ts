import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Each use of the session secret has its own key, so that a value made for one use is worthless for another. */
export type KeyPurpose = 'session-cookie' | 'csrf' | 'recovery-code' | 'passkey-challenge';

export function deriveKey(sessionSecret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, 'vox-humana', purpose, 32));
}

export function hmac(key: Buffer, message: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(message).digest();
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
