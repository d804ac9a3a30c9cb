import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { revokeAllKeys } from '../api-keys/index.ts';
import { type Actor, OPERATOR, recordAuditEvent } from '../audit-log/index.ts';
import { removePasskeys } from '../passkeys/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { revokeSessions } from '../sessions/index.ts';
import { confirmAddress } from './confirm-address.ts';
import { parseEmail } from './email.ts';
import { AccountNotFound } from './errors.ts';
import { forgetStranger } from './forget-stranger.ts';
import { type MailDeps, mayMail } from './mail-limit.ts';
import { findAccount, findAccountByEmail, updatePassword } from './queries.ts';
import { passwordHints } from './sign-up.ts';
import { issueToken, readToken, revokeTokens, spendToken } from './tokens.ts';
import type { VerifyEmailDeps } from './verify-email.ts';

export type ResetPasswordDeps = MailDeps & VerifyEmailDeps & { passwords: Passwords };

/**
 * Looks the address up only after the response, which is therefore the same, and as fast, for every address. Does
 * nothing on a server without mail: its operator was warned at start and has `printPasswordReset`.
 */
export function mailPasswordReset(deps: MailDeps, input: { email: string }): void {
  const email = parseEmail(input.email);
  deps.mailer?.post(async () => {
    const account = await findAccountByEmail(deps.db, email);
    if (!account || !(await mayMail(deps, account.email))) return null;
    const token = await issueToken(deps, account.id, 'reset_password');
    return {
      to: account.email,
      subject: 'Reset your password',
      text: [
        'Open this link to choose a new password for your Vox Humana account:',
        resetLink(deps.publicUrl, token),
        'The link works once, within 30 minutes. If you did not ask for it, ignore this mail: your password is unchanged.',
      ].join('\n\n'),
    };
  });
}

/** A link for the operator of the machine to pass on. It does not verify the address. */
export async function printPasswordReset(
  deps: { db: Db; clock: Clock; publicUrl: string },
  accountId: string,
): Promise<string> {
  const token = await deps.db.transaction().execute(async (tx) => {
    const issued = await issueToken({ ...deps, db: tx }, accountId, 'reset_password', { mailed: false });
    const printed = { accountId, by: OPERATOR, event: 'password.reset_link_printed' } as const;
    await recordAuditEvent({ ...deps, tx }, printed);
    return issued;
  });
  return resetLink(deps.publicUrl, token);
}

function resetLink(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password#${token}`;
}

export async function resetPassword(
  deps: ResetPasswordDeps,
  input: { token: string; password: string; revokeKeys: boolean; by: Actor },
): Promise<void> {
  const { accountId: tokenOf, mailed } = await readToken(deps, input.token, 'reset_password');
  const account = await findAccount(deps.db, tokenOf);
  if (!account) throw new AccountNotFound();
  await deps.passwords.requireGood(input.password, passwordHints(account.email, account.name));
  const hash = await deps.passwords.hash(input.password);
  await deps.db.transaction().execute(async (tx) => {
    const { accountId } = await spendToken({ ...deps, tx }, input.token, 'reset_password');
    const now = deps.clock.now();
    await updatePassword(tx, accountId, { hash, now });
    await revokeTokens(tx, accountId, 'reset_password');
    await revokeTokens(tx, accountId, 'change_email');
    const takesOver = !account.emailVerified && mailed;
    const keysRevoked = takesOver || input.revokeKeys;
    if (keysRevoked) await removePasskeys(tx, accountId);
    await revokeSessions({ ...deps, db: tx }, accountId, { except: null });
    if (takesOver) {
      await forgetStranger({ ...deps, tx }, accountId);
      await confirmAddress(deps, tx, { accountId, by: input.by });
    } else if (keysRevoked) await revokeAllKeys(tx, accountId, now);
    const after = {
      sessions_ended: true,
      keys_revoked: keysRevoked,
      passkeys_removed: keysRevoked,
      second_factor_removed: takesOver,
      webhook_removed: takesOver,
    };
    await recordAuditEvent({ ...deps, tx }, { accountId, by: input.by, event: 'password.reset', after });
  });
}
