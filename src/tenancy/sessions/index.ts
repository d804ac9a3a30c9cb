export { type AuthenticateSessionDeps, authenticateSession } from './authenticate-session.ts';
export { type CookieOptions, SESSION_COOKIE, sessionCookieOptions } from './cookie.ts';
export { csrfTokenFor, verifyCsrf } from './csrf.ts';
export { type OpenedSession, openSession } from './open-session.ts';
export { revokeSession, sweepSessions } from './revoke-session.ts';
export { openSecret, type SealOwner, sealSecret } from './sealing.ts';
export { deriveKey, hmac, type KeyPurpose, sameBytes } from './secrets.ts';
