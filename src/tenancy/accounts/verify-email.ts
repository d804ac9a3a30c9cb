import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Mailer, MailUnavailable } from '../../platform/mail/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import type { SecondFactorDeps } from '../two-factor/index.ts';
import { confirmEmailChange } from './change-email.ts';
import { type PasswordDeps, requirePassword } from './change-password.ts';
import { confirmAddress, type EmailVerified } from './confirm-address.ts';
import { AccountNotFound, AlreadyVerified, SignInToVerify } from './errors.ts';
import { type AccountTakenOver, forgetStranger } from './forget-stranger.ts';
import { type MailDeps, mayMail } from './mail-limit.ts';
import { type Account, findAccount, removePassword } from './queries.ts';
import { requireSecondFactor } from './sign-in.ts';
import { issueToken, readToken, spendToken } from './tokens.ts';

export type VerifyEmailDeps = {
  db: Db;
  clock: Clock;
  mailer: Mailer | null;
  emailVerified: EmailVerified;
  accountTakenOver: AccountTakenOver;
  isAdminAddress: (email: string) => boolean;
};

/** Sends nothing when the server cannot send mail. */
export function mailVerification(deps: MailDeps, account: Pick<Account, 'id' | 'email'>): void {
  deps.mailer?.post(async () => {
    if (!(await mayMail(deps, account.email))) return null;
    const token = await issueToken(deps, account.id, 'verify_email');
    return {
      to: account.email,
      subject: 'Verify your email address',
      text: [
        'Open this link to verify the email address of your Vox Humana account:',
        `${deps.publicUrl}/verify-email#${token}`,
        'Open it where you are signed in, or have your password ready. The link works once, within 24 hours. If you did not sign up, somebody else used your address: ignore this mail.',
      ].join('\n\n'),
    };
  });
}

export async function resendVerification(deps: MailDeps, accountId: string): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (!account) throw new AccountNotFound();
  if (account.emailVerified) throw new AlreadyVerified();
  if (!deps.mailer) throw new MailUnavailable({ busy: false });
  mailVerification(deps, account);
}

export type VerifyEmailInput = {
  token: string;
  signedInAs: string | null;
  /** Proves, as a session does, that whoever opens the link also made the account. */
  password?: string | undefined;
  totp?: string | undefined;
  address: string;
  by: Actor;
};

/**
 * A stranger may have signed up with the address, and its owner opens the unexpected link. So without a session or the
 * password of the account, nothing with which it was used so far survives: the owner chooses a password by another mail.
 * An administrator's address and the new address of an account are not verified at all without proof, nor is any by
 * somebody who is signed in to another account, and may not expect this.
 */
export async function verifyEmail(
  deps: VerifyEmailDeps & PasswordDeps & SecondFactorDeps,
  input: VerifyEmailInput,
): Promise<{ takenOver: Account | null }> {
  const token = await readToken(deps, input.token, 'verify_email', 'change_email');
  const account = await findAccount(deps.db, token.accountId);
  if (!account) throw new AccountNotFound();
  const isOwner = await isProven(deps, account.id, input);
  const isChange = token.purpose === 'change_email';
  const isElsewhere = input.signedInAs !== null;
  if (!isOwner && (isChange || isElsewhere || deps.isAdminAddress(account.email))) throw new SignInToVerify();
  if (isChange) {
    await confirmEmailChange(deps, account, input);
    return { takenOver: null };
  }
  const takesOver = !isOwner && !account.emailVerified;
  await deps.db.transaction().execute(async (tx) => {
    const { accountId } = await spendToken({ ...deps, tx }, input.token, 'verify_email');
    if (takesOver) {
      await forgetStranger({ ...deps, tx }, accountId);
      await removePassword(tx, accountId, deps.clock.now());
    }
    await confirmAddress(deps, tx, { accountId, by: input.by });
    if (!takesOver) return;
    const after = {
      sessions_ended: true,
      second_factor_removed: true,
      password_removed: true,
      webhook_removed: true,
    };
    await recordAuditEvent({ ...deps, tx }, { accountId, by: input.by, event: 'api_key.all_revoked', after });
  });
  return { takenOver: takesOver ? account : null };
}

async function isProven(
  deps: PasswordDeps & SecondFactorDeps,
  accountId: string,
  { signedInAs, password, totp, address, by }: VerifyEmailInput,
): Promise<boolean> {
  if (signedInAs === accountId) return true;
  if (password === undefined) return false;
  const factor = () => requireSecondFactor(deps, accountId, totp, by);
  await requirePassword(deps, { accountId, address, password, by }, factor);
  return true;
}
