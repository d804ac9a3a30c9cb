export {
  csrfTokenFor,
  sessionCookieName,
  sessionCookieOptions,
  verifyCsrf,
} from './cookie.ts';
export { hasSignedInFrom, openedByPasskeySince } from './queries.ts';
export { sessionRoutes } from './routes.ts';
export { deriveKey, hmac, sameBytes } from './secrets.ts';
export {
  authenticateSession,
  type Client,
  holdSession,
  listSessions,
  openSession,
  revokeSession,
  revokeSessions,
  revokeSessionsOfPasskey,
  sweepSessions,
} from './sessions.ts';
