import type { RateLimited } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { forgiveAddress, hitWindow } from '../rate-limits/index.ts';
import { type Client, hasSignedInFrom, openSession } from '../sessions/index.ts';
import { secondFactorOn, spendSecondFactor } from '../two-factor/index.ts';
import { parseEmail } from './email.ts';
import { SecondFactorRequired, WrongCredentials } from './errors.ts';
import { type Account, findWithPassword, holdPassword } from './queries.ts';

export type SignInDeps = { db: Db; clock: Clock; passwords: Passwords; sessionSecret: string };

export type SignInInput = {
  email: string;
  password: string;
  totp?: string | undefined;
  client: Client;
  /** Set when the address has used up its limit. It still admits accounts that have signed in from it before. */
  rateLimited: RateLimited | null;
};

export async function signIn(
  deps: SignInDeps,
  input: SignInInput,
): Promise<{ account: Account; sessionId: string; cookie: string }> {
  const email = parseEmail(input.email);
  const { address } = input.client;
  const knownAddress = await hasSignedInFrom(deps.db, email, address);
  if (input.rateLimited && !knownAddress) throw input.rateLimited;
  const attempt = await beginAttempt(deps, { who: email.toLowerCase(), address, knownAddress });
  const found = await proveOwner(deps, email, input).catch(async (error: unknown) => {
    if (!isFailedGuess(error)) await attempt.withdrawn();
    throw error;
  });
  await attempt.succeeded();
  if (!input.rateLimited) await forgiveSignIn(deps, found.id, address);
  const { passwordHash, ...account } = found;
  const { id: sessionId, cookie } = await deps.db.transaction().execute(async (tx) => {
    // A reset may have ended all sessions meanwhile; the old password must not open a new one.
    if (!(await holdPassword(tx, account.id, passwordHash))) throw new WrongCredentials();
    return openSession({ ...deps, db: tx }, account.id, input.client);
  });
  return { account, sessionId, cookie };
}

const FORGIVEN = { limit: 10, windowMs: 60_000 };

/**
 * Guesses use up an address's limit; sign-ins do not, or a busy office would lock itself out. An account that signs in
 * all the time counts like a guesser: each time costs a password hash and a session.
 */
async function forgiveSignIn({ db, clock }: SignInDeps, accountId: string, address: string): Promise<void> {
  const hit = { subject: `forgiven ${accountId}`, ...FORGIVEN, nowMs: clock.now().getTime() };
  if ((await hitWindow(db, hit)).allowed) await forgiveAddress(db, address);
}

async function proveOwner(deps: SignInDeps, email: string, input: SignInInput) {
  const found = await findWithPassword(deps.db, { email });
  const matches = await deps.passwords.verify(found?.passwordHash ?? null, input.password);
  if (!found || found.passwordHash === null || !matches) throw new WrongCredentials();
  await requireSecondFactor(deps, found.id, input.totp);
  return { ...found, passwordHash: found.passwordHash };
}

/** Does nothing for accounts without two-factor authentication. */
export async function requireSecondFactor(
  deps: Pick<SignInDeps, 'db' | 'clock' | 'sessionSecret'>,
  accountId: string,
  code: string | undefined,
): Promise<void> {
  if (!(await secondFactorOn(deps.db, accountId))) return;
  if (code === undefined || code === '') throw new SecondFactorRequired({ guessed: false });
  if (!(await spendSecondFactor(deps, accountId, code))) throw new SecondFactorRequired({ guessed: true });
}

function isFailedGuess(error: unknown): boolean {
  return error instanceof WrongCredentials || (error instanceof SecondFactorRequired && error.guessed);
}
