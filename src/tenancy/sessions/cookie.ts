import { createHash } from 'node:crypto';
import { randomBase62 } from '../../platform/ids.ts';
import { deriveKey, hmac, sameBytes } from './secrets.ts';

const SESSION_COOKIE = 'vox_session';
const DAY_MS = 24 * 60 * 60 * 1000;
/** After the last use. */
export const SESSION_LIFETIME_MS = 14 * DAY_MS;
/** After the sign-in, however often it is used. */
export const SESSION_END_MS = 30 * DAY_MS;

/** Browsers take `__Host-` only from this host over TLS, so no page of another subdomain can plant a session. */
export function sessionCookieName(secure: boolean): string {
  return secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

const TOKEN_CHARACTERS = 43;
const COOKIE_SHAPE = /^([0-9A-Za-z]{43})\.([0-9A-Za-z_-]{43})$/;

export type SessionToken = { cookie: string; hash: Buffer };

export function newSessionToken(sessionSecret: string): SessionToken {
  const token = randomBase62(TOKEN_CHARACTERS);
  return {
    cookie: `${token}.${signatureOf(sessionSecret, token).toString('base64url')}`,
    hash: hashToken(token),
  };
}

/** The hash to look up the session by; null unless this service signed the cookie. */
export function readSessionCookie(sessionSecret: string, cookie: string): Buffer | null {
  const [, token, signature] = COOKIE_SHAPE.exec(cookie) ?? [];
  if (token === undefined || signature === undefined) return null;
  const signed = sameBytes(Buffer.from(signature, 'base64url'), signatureOf(sessionSecret, token));
  return signed ? hashToken(token) : null;
}

export type CookieOptions = {
  httpOnly: true;
  sameSite: 'lax';
  secure: boolean;
  path: '/';
  /** Cookies count in seconds. */
  maxAge: number;
};

export function sessionCookieOptions(secure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: SESSION_LIFETIME_MS / 1000 };
}

function signatureOf(sessionSecret: string, token: string): Buffer {
  return hmac(deriveKey(sessionSecret, 'session-cookie'), token);
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Derived, not stored: other sites can neither read nor compute it, and it ends with its session. */
export function csrfTokenFor(sessionSecret: string, sessionId: string): string {
  return hmac(deriveKey(sessionSecret, 'csrf'), sessionId).toString('base64url');
}

export function verifyCsrf(sessionSecret: string, sessionId: string, token: string): boolean {
  return sameBytes(Buffer.from(token), Buffer.from(csrfTokenFor(sessionSecret, sessionId)));
}
