import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { readSessionCookie, SESSION_LIFETIME_MS } from './cookie.ts';
import { extendSession, findSessionOwner } from './queries.ts';

export type AuthenticateSessionDeps = {
  db: Db;
  clock: Clock;
  sessionSecret: string;
  isAdmin: (email: string) => boolean;
};

/** Rolling costs a write, so an active session pays it once an hour and not on every request. */
const EXTEND_EVERY_MS = 60 * 60 * 1000;

export async function authenticateSession(
  deps: AuthenticateSessionDeps,
  cookie: string,
): Promise<Caller | null> {
  const hash = readSessionCookie(deps.sessionSecret, cookie);
  if (!hash) return null;
  const now = deps.clock.now();
  const owner = await findSessionOwner(deps.db, hash, now);
  if (!owner) return null;
  const fullMs = now.getTime() + SESSION_LIFETIME_MS;
  if (fullMs - owner.expiresAt.getTime() >= EXTEND_EVERY_MS) {
    await extendSession(deps.db, owner.sessionId, new Date(fullMs));
  }
  return {
    accountId: owner.accountId,
    email: owner.email,
    plan: owner.plan,
    admin: deps.isAdmin(owner.email),
    credential: { kind: 'session', id: owner.sessionId },
  };
}
