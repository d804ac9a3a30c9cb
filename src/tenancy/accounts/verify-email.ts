import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { type Mailer, MailUnavailable } from '../../platform/mail/index.ts';
import { hitWindow } from '../rate-limits/index.ts';
import { AccountNotFound, AlreadyVerified, SignInToVerify } from './errors.ts';
import { type Account, findAccount, markVerified } from './queries.ts';
import { issueToken, readToken, spendToken } from './tokens.ts';

/** Called in the transaction that marks an address as verified, once per account. */
export type EmailVerified = (tx: Tx, verified: { accountId: string }) => Promise<void>;

export type MailDeps = {
  db: Db;
  clock: Clock;
  /** Null: this server cannot send mail. */
  mailer: Mailer | null;
  publicUrl: string;
};

export type VerifyEmailDeps = {
  db: Db;
  clock: Clock;
  emailVerified: EmailVerified;
  isAdminAddress: (email: string) => boolean;
};

const MAILS_PER_HOUR = 5;
const HOUR_MS = 3_600_000;

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
  input: { token: string; signedInAs: string | null },
): Promise<void> {
  const { accountId: tokenOf } = await readToken(deps, input.token, 'verify_email');
  const account = await findAccount(deps.db, tokenOf);
  if (!account) throw new AccountNotFound();
  if (deps.isAdminAddress(account.email) && input.signedInAs !== account.id) throw new SignInToVerify();
  await deps.db.transaction().execute(async (tx) => {
    const accountId = await spendToken({ ...deps, tx }, input.token, 'verify_email');
    await confirmAddress(deps, tx, accountId);
  });
}

/** Safe to repeat. */
export async function confirmAddress(
  deps: Pick<VerifyEmailDeps, 'clock' | 'emailVerified'>,
  tx: Tx,
  accountId: string,
): Promise<void> {
  if (await markVerified(tx, accountId, deps.clock.now())) await deps.emailVerified(tx, { accountId });
}

/** Nobody can flood a mailbox through us. */
export async function mayMail(deps: { db: Db; clock: Clock }, email: string): Promise<boolean> {
  const nowMs = deps.clock.now().getTime();
  const window = { limit: MAILS_PER_HOUR, windowMs: HOUR_MS, nowMs };
  return (await hitWindow(deps.db, { subject: `mail ${email.toLowerCase()}`, ...window })).allowed;
}
