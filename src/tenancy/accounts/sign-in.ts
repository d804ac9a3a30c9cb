import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { openSession } from '../sessions/index.ts';
import { secondFactorOn, spendSecondFactor } from '../two-factor/index.ts';
import { parseEmail } from './email.ts';
import { SecondFactorRequired, WrongCredentials } from './errors.ts';
import { type Account, findForSignIn } from './queries.ts';

export type SignInDeps = { db: Db; clock: Clock; passwords: Passwords; sessionSecret: string };

export type SignInInput = { email: string; password: string; totp?: string | undefined; address: string };

export async function signIn(
  deps: SignInDeps,
  input: SignInInput,
): Promise<{ account: Account; sessionId: string; cookie: string }> {
  const email = parseEmail(input.email);
  const attempt = await beginAttempt(deps, { who: email.toLowerCase(), address: input.address });
  const account = await proveOwner(deps, email, input).catch(async (error: unknown) => {
    if (!isFailedGuess(error)) await attempt.withdrawn();
    throw error;
  });
  await attempt.succeeded();
  const { id: sessionId, cookie } = await openSession(deps, account.id);
  return { account, sessionId, cookie };
}

async function proveOwner(deps: SignInDeps, email: string, input: SignInInput): Promise<Account> {
  const found = await findForSignIn(deps.db, email);
  const matches = await deps.passwords.verify(found?.passwordHash ?? null, input.password);
  if (!found || !matches) throw new WrongCredentials();
  const { passwordHash, ...account } = found;
  if (await secondFactorOn(deps.db, account.id)) await requireCode(deps, account.id, input.totp);
  return account;
}

async function requireCode(deps: SignInDeps, accountId: string, code: string | undefined): Promise<void> {
  if (code === undefined || code === '') throw new SecondFactorRequired({ guessed: false });
  if (!(await spendSecondFactor(deps, accountId, code))) throw new SecondFactorRequired({ guessed: true });
}

function isFailedGuess(error: unknown): boolean {
  return error instanceof WrongCredentials || (error instanceof SecondFactorRequired && error.guessed);
}
