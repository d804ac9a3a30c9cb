import { deriveKey, hmac, sameBytes } from './secrets.ts';

/** Derived, not stored: another site can neither read nor compute it, and it ends with its session. */
export function csrfTokenFor(sessionSecret: string, sessionId: string): string {
  return hmac(deriveKey(sessionSecret, 'csrf'), sessionId).toString('base64url');
}

export function verifyCsrf(sessionSecret: string, sessionId: string, token: string): boolean {
  return sameBytes(Buffer.from(token), Buffer.from(csrfTokenFor(sessionSecret, sessionId)));
}
