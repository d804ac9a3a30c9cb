import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Actor, recordAttempt, recordAuditEvent } from '../audit-log/index.ts';
import { beginAttempt } from '../lockout/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { AccountNotFound, NoPassword, WrongPassword } from './errors.ts';
import { type AccountWithPassword, findWithPassword, updatePassword } from './queries.ts';
import { passwordHints } from './sign-up.ts';
import { revokeTokens } from './tokens.ts';

export type PasswordDeps = { db: Db; clock: Clock; passwords: Passwords };

export type ChangePasswordInput = {
  accountId: string;
  /** Stays signed in; all other sessions end. */
  sessionId: string;
  address: string;
  password: string;
  newPassword: string;
  by: Actor;
};

export async function changePassword(deps: PasswordDeps, input: ChangePasswordInput): Promise<void> {
  const { accountId, newPassword } = input;
  const account = await requirePassword(deps, input);
  await deps.passwords.requireGood(newPassword, passwordHints(account.email, account.name));
  const hash = await deps.passwords.hash(newPassword);
  await deps.db.transaction().execute(async (tx) => {
    const change = { hash, replaces: account.passwordHash, now: deps.clock.now() };
    if (!(await updatePassword(tx, accountId, change))) throw new WrongPassword();
    await revokeTokens(tx, accountId, 'reset_password');
    await revokeTokens(tx, accountId, 'change_email');
    await revokeSessions({ ...deps, db: tx }, accountId, { except: input.sessionId });
    await recordAuditEvent({ ...deps, tx }, { accountId, by: input.by, event: 'password.changed' });
  });
}

export type OwnershipProof = { accountId: string; address: string; password: string; by: Actor };

/** Protects what a session alone must not do. */
export async function requirePassword(
  deps: PasswordDeps,
  proof: OwnershipProof,
  /** Checked within the same attempt, so that its failures count too. */
  furtherProof: () => Promise<unknown> = async () => undefined,
): Promise<AccountWithPassword & { passwordHash: string }> {
  const { accountId, address } = proof;
  const account = await findWithPassword(deps.db, { accountId });
  if (!account) throw new AccountNotFound();
  const { passwordHash } = account;
  if (passwordHash === null) throw new NoPassword();
  const attempt = await beginAttempt(deps, { who: `password ${accountId}`, address, knownAddress: false });
  if (!(await deps.passwords.verify(passwordHash, proof.password))) {
    await recordAttempt(deps, { accountId, by: proof.by, event: 'password.wrong' });
    throw new WrongPassword();
  }
  await furtherProof();
  await attempt.succeeded();
  return { ...account, passwordHash };
}
