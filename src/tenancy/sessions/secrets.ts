import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Each use of the session secret has a key of its own, so that one kind of proof is never another. */
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
