import { type Caller, isUuid, Unauthenticated } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { IsAdmin } from '../administrators/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { markNetwork } from '../marks/index.ts';
import { newSessionToken, readSessionCookie, SESSION_END_MS, SESSION_LIFETIME_MS } from './cookie.ts';
import {
  deleteExpiredSessions,
  findSessionOwner,
  insertSession,
  lockSession,
  markOthersRevoked,
  markRevokedOfPasskey,
  markSessionRevoked,
  type SessionRow,
  selectSessions,
  touchSession,
} from './queries.ts';

type Deps = { db: Db; clock: Clock };

/** Where a session was opened, shown to its owner. */
export type Client = { address: string; userAgent: string | undefined };

export type OpenedSession = { id: string; cookie: string };

const USER_AGENT_CHARACTERS = 300;
const SWEEP_BATCH = 1_000;
/** Extending a session costs a write, so an active one is written once an hour and not on every request. */
const EXTEND_EVERY_MS = 60 * 60 * 1000;

const SessionNotFound = domainError('not_found', 'session_not_found', 'Session not found.');

export async function openSession(
  deps: Deps & { sessionSecret: string },
  accountId: string,
  client?: Client,
  /** The passkey that opened the session, if one did. Such a session has two factors: the device, and how it verified its user. */
  passkeyId: string | null = null,
): Promise<OpenedSession> {
  const { cookie, hash } = newSessionToken(deps.sessionSecret);
  const createdAt = deps.clock.now();
  const id = uuidv7(createdAt.getTime());
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFETIME_MS);
  const userAgent = client?.userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null;
  const address = client?.address ?? null;
  const session = { id, hash, createdAt, expiresAt, address, userAgent, passkeyId };
  await insertSession(deps.db, accountId, session);
  if (address !== null) await markNetwork(deps, accountId, address);
  return { id, cookie };
}

export type AuthenticateSessionDeps = Deps & { sessionSecret: string; isAdmin: IsAdmin };

export async function authenticateSession(
  deps: AuthenticateSessionDeps,
  cookie: string,
): Promise<Caller | null> {
  const hash = readSessionCookie(deps.sessionSecret, cookie);
  if (!hash) return null;
  const now = deps.clock.now();
  const owner = await findSessionOwner(deps.db, hash, now);
  if (!owner) return null;
  const endMs = owner.createdAt.getTime() + SESSION_END_MS;
  if (now.getTime() >= endMs) return null;
  const fullMs = Math.min(now.getTime() + SESSION_LIFETIME_MS, endMs);
  if (fullMs - owner.expiresAt.getTime() >= EXTEND_EVERY_MS) {
    await touchSession(deps.db, owner.sessionId, { expiresAt: new Date(fullMs), now });
  }
  return {
    accountId: owner.accountId,
    email: owner.email,
    plan: owner.plan,
    admin: deps.isAdmin(owner),
    hasSecondFactor: owner.hasSecondFactor,
    credential: { kind: 'session', id: owner.sessionId },
  };
}

/**
 * Holds the session for a change that must not survive its end: a key, or where events are sent. Whoever ends sessions
 * may hold the account's row meanwhile, so lock that first.
 */
export async function holdSession({ tx, clock }: { tx: Tx; clock: Clock }, sessionId: string): Promise<void> {
  if (!(await lockSession(tx, sessionId, clock.now())))
    throw new Unauthenticated('Unauthorized: Sign in first.');
}

export function listSessions(deps: Deps, accountId: string): Promise<SessionRow[]> {
  return selectSessions(deps.db, accountId, deps.clock.now());
}

/** Safe to repeat. */
export async function revokeSession(
  deps: Deps,
  { accountId, sessionId, by }: { accountId: string; sessionId: string; by: Actor },
): Promise<void> {
  const event = by.credential?.id === sessionId ? 'session.signed_out' : 'session.revoked';
  await deps.db.transaction().execute(async (tx) => {
    const found = isUuid(sessionId) && (await markSessionRevoked(tx, accountId, sessionId, deps.clock.now()));
    if (!found) throw new SessionNotFound();
    if (found.wasActive)
      await recordAuditEvent({ ...deps, tx }, { accountId, by, event, subject: sessionId });
  });
}

/** All but the one that asks. Returns how many were active. */
export function revokeOtherSessions(
  deps: Deps,
  { accountId, sessionId, by }: { accountId: string; sessionId: string; by: Actor },
): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const revoked = await revokeSessions({ ...deps, db: tx }, accountId, { except: sessionId });
    const after = { revoked };
    await recordAuditEvent({ ...deps, tx }, { accountId, by, event: 'session.others_revoked', after });
    return revoked;
  });
}

/** All of the account's sessions, except the one to keep. Returns how many were active. */
export function revokeSessions(
  deps: Deps,
  accountId: string,
  options: { except: string | null },
): Promise<number> {
  return markOthersRevoked(deps.db, accountId, options.except, deps.clock.now());
}

export function revokeSessionsOfPasskey(
  deps: Deps,
  which: { accountId: string; passkeyId: string; except: string | null },
): Promise<void> {
  return markRevokedOfPasskey(deps.db, which, deps.clock.now());
}

/** Deletes one batch of expired sessions and returns its size. */
export function sweepSessions(deps: Deps): Promise<number> {
  return deleteExpiredSessions(deps.db, deps.clock.now(), SWEEP_BATCH);
}
