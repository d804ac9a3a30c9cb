export {
  type CookieOptions,
  csrfTokenFor,
  sessionCookieName,
  sessionCookieOptions,
  verifyCsrf,
} from './cookie.ts';
export { hasSignedInFrom, openedByPasskeySince } from './queries.ts';
export { sessionRoutes } from './routes.ts';
export { deriveKey, hmac, sameBytes } from './secrets.ts';
export {
  type AuthenticateSessionDeps,
  authenticateSession,
  type Client,
  holdSession,
  listSessions,
  type OpenedSession,
  openSession,
  revokeSession,
  revokeSessions,
  revokeSessionsOfPasskey,
  sweepSessions,
} from './sessions.ts';
