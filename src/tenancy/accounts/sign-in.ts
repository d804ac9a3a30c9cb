import type { DomainError } from '../../platform/errors.ts';
import { type Actor, ownerIn, recordAttempt, recordAuditEvent } from '../audit-log/index.ts';
import { beginAttempt, Locked, type LockoutDeps } from '../lockout/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { forgiveAddress, hitWindow } from '../rate-limits/index.ts';
import { type Client, hasSignedInFrom, openSession } from '../sessions/index.ts';
import { type SecondFactorDeps, secondFactorOn, spendSecondFactor } from '../two-factor/index.ts';
import { parseEmail } from './email.ts';
import { SecondFactorRequired, WrongCredentials } from './errors.ts';
import { type Account, findAccountByEmail, findWithPassword, holdPassword } from './queries.ts';

export type SignInDeps = SecondFactorDeps & { passwords: Passwords; sessionSecret: string };

export type SignInInput = {
  email: string;
  password: string;
  totp?: string | undefined;
  client: Client;
  /** Set when the address has used up its limit. It still admits accounts that have signed in from it before. */
  rateLimited: DomainError | null;
};

export async function signIn(
  deps: SignInDeps,
  input: SignInInput,
): Promise<{ account: Account; sessionId: string; cookie: string }> {
  const email = parseEmail(input.email);
  const { address } = input.client;
  const knownAddress = await hasSignedInFrom(deps.db, email, address);
  if (input.rateLimited && !knownAddress) throw input.rateLimited;
  const guarded = { who: email.toLowerCase(), address, knownAddress };
  const attempt = await beginAttempt(deps, guarded).catch(async (error: unknown) => {
    if (error instanceof Locked) await recordLock(deps, email, input.client);
    throw error;
  });
  const found = await proveOwner(deps, email, input).catch(async (error: unknown) => {
    if (!isFailedGuess(error)) await attempt.withdrawn();
    else await recordFailure(deps, email, error, input.client);
    throw error;
  });
  await attempt.succeeded();
  if (!input.rateLimited) await forgiveSignIn(deps, found.id, address);
  const { passwordHash, hadSecondFactor, ...account } = found;
  const { id: sessionId, cookie } = await deps.db.transaction().execute(async (tx) => {
    // A reset may have ended all sessions meanwhile; the old password must not open a new one.
    if (!(await holdPassword(tx, account.id, passwordHash))) throw new WrongCredentials();
    // Turning on a second factor ends the sessions that were opened without; this one must not slip in behind it.
    if (!hadSecondFactor && (await secondFactorOn(tx, account.id)))
      throw new SecondFactorRequired({ guessed: false });
    const session = await openSession({ ...deps, db: tx }, account.id, input.client);
    const by = ownerIn({ accountId: account.id, sessionId: session.id }, input.client);
    const signedIn = { accountId: account.id, event: 'sign_in.succeeded', subject: session.id } as const;
    await recordAuditEvent({ ...deps, tx }, { ...signedIn, by });
    return session;
  });
  return { account, sessionId, cookie };
}

async function recordFailure(deps: SignInDeps, email: string, error: unknown, client: Client): Promise<void> {
  const accountId = (await findAccountByEmail(deps.db, email))?.id ?? null;
  const after = { wrong: error instanceof SecondFactorRequired ? 'second factor' : 'password' };
  const by = { kind: 'anonymous', ...client } as const;
  await recordAttempt(deps, { accountId, by, event: 'sign_in.failed', after });
}

/** Once per address and window: whoever goes on trying must not fill the log. */
const LOCK_RECORDED = { limit: 1, windowMs: 15 * 60_000 };

async function recordLock(deps: SignInDeps, email: string, client: Client): Promise<void> {
  const subject = `lock recorded ${email.toLowerCase()} ${client.address}`;
  const hit = { subject, ...LOCK_RECORDED, nowMs: deps.clock.now().getTime() };
  if (!(await hitWindow(deps.db, hit)).allowed) return;
  const accountId = (await findAccountByEmail(deps.db, email))?.id ?? null;
  await recordAttempt(deps, { accountId, by: { kind: 'anonymous', ...client }, event: 'sign_in.locked' });
}

const FORGIVEN = { limit: 10, windowMs: 60_000 };

/**
 * Guesses use up an address's limit; sign-ins do not, or a busy office would lock itself out. An account that signs in
 * all the time counts like a guesser: each time costs a password hash and a session.
 */
export async function forgiveSignIn(
  { db, clock }: LockoutDeps,
  accountId: string,
  address: string,
): Promise<void> {
  const hit = { subject: `forgiven ${accountId}`, ...FORGIVEN, nowMs: clock.now().getTime() };
  if ((await hitWindow(db, hit)).allowed) await forgiveAddress(db, address);
}

async function proveOwner(deps: SignInDeps, email: string, input: SignInInput) {
  const found = await findWithPassword(deps.db, { email });
  const matches = await deps.passwords.verify(found?.passwordHash ?? null, input.password);
  if (!found || found.passwordHash === null || !matches) throw new WrongCredentials();
  const from = { kind: 'anonymous', ...input.client } as const;
  const hadSecondFactor = await requireSecondFactor(deps, found.id, input.totp, from);
  return { ...found, passwordHash: found.passwordHash, hadSecondFactor };
}

/** False for accounts without two-factor authentication. */
export async function requireSecondFactor(
  deps: SecondFactorDeps,
  accountId: string,
  code: string | undefined,
  from: Actor,
): Promise<boolean> {
  if (!(await secondFactorOn(deps.db, accountId))) return false;
  if (code === undefined || code === '') throw new SecondFactorRequired({ guessed: false });
  if (!(await spendSecondFactor(deps, { accountId, code, by: from })))
    throw new SecondFactorRequired({ guessed: true });
  return true;
}

function isFailedGuess(error: unknown): boolean {
  return error instanceof WrongCredentials || (error instanceof SecondFactorRequired && error.guessed);
}
