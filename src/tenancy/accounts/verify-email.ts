import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Mailer, MailUnavailable } from '../../platform/mail/index.ts';
import type { Actor } from '../audit-log/index.ts';
import { confirmEmailChange } from './change-email.ts';
import { confirmAddress, type EmailVerified } from './confirm-address.ts';
import { AccountNotFound, AlreadyVerified, SignInToVerify } from './errors.ts';
import { type MailDeps, mayMail } from './mail-limit.ts';
import { type Account, findAccount } from './queries.ts';
import { issueToken, readToken, spendToken } from './tokens.ts';

export type VerifyEmailDeps = {
  db: Db;
  clock: Clock;
  mailer: Mailer | null;
  emailVerified: EmailVerified;
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
        'The link works once, within 24 hours. If you did not sign up, ignore this mail.',
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

/**
 * An administrator's address needs a session of the account as well. Otherwise a stranger could sign up with it and
 * become an administrator as soon as its owner opens the unexpected link.
 */
export async function verifyEmail(
  deps: VerifyEmailDeps,
  input: { token: string; signedInAs: string | null; by: Actor },
): Promise<void> {
  const token = await readToken(deps, input.token, 'verify_email', 'change_email');
  const account = await findAccount(deps.db, token.accountId);
  if (!account) throw new AccountNotFound();
  const address = token.email ?? account.email;
  if (deps.isAdminAddress(address) && input.signedInAs !== account.id) throw new SignInToVerify();
  if (token.purpose === 'change_email') return confirmEmailChange(deps, account, input);
  await deps.db.transaction().execute(async (tx) => {
    const { accountId } = await spendToken({ ...deps, tx }, input.token, 'verify_email');
    await confirmAddress(deps, tx, { accountId, by: input.by });
  });
}
