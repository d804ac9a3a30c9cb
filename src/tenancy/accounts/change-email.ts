import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { type Mail, type Mailer, MailUnavailable } from '../../platform/mail/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import type { SecondFactorDeps } from '../two-factor/index.ts';
import { type OwnershipProof, type PasswordDeps, requirePassword } from './change-password.ts';
import { confirmAddress, type EmailVerified } from './confirm-address.ts';
import { parseEmail } from './email.ts';
import { EmailTaken, EmailUnchanged, WrongPassword } from './errors.ts';
import { type MailDeps, mayMail } from './mail-limit.ts';
import { type Account, findAccountByEmail, holdPassword, updateEmail } from './queries.ts';
import { requireSecondFactor } from './sign-in.ts';
import { issueToken, revokeTokens, spendToken } from './tokens.ts';

export type ChangeEmailDeps = MailDeps & PasswordDeps & SecondFactorDeps;

export type ChangeEmailInput = OwnershipProof & { email: string; totp?: string | undefined };

const UNIQUE_VIOLATION = '23505';

/**
 * Mails a link to the new address; opening it changes the address. Whether another account has the address is looked up
 * only after the response, and the mailbox's owner alone learns of it.
 */
export async function requestEmailChange(deps: ChangeEmailDeps, input: ChangeEmailInput): Promise<void> {
  const { accountId, totp } = input;
  const email = parseEmail(input.email);
  const { mailer } = deps;
  if (!mailer) throw new MailUnavailable({ busy: false });
  const account = await requirePassword(deps, input, () =>
    requireSecondFactor(deps, accountId, totp, input.by),
  );
  if (account.email === email) throw new EmailUnchanged();
  const token = await deps.db.transaction().execute(async (tx) => {
    // A new password voids these links, so the old one must not make another.
    if (!(await holdPassword(tx, accountId, account.passwordHash))) throw new WrongPassword();
    await revokeTokens(tx, accountId, 'change_email');
    const token = await issueToken({ ...deps, db: tx }, accountId, 'change_email', { email });
    const asked = { accountId, by: input.by, event: 'email.change_requested' } as const;
    await recordAuditEvent({ ...deps, tx }, { ...asked, personal: { after: { email } } });
    return token;
  });
  mailer.post(async () => {
    if (!(await mayMail(deps, email))) return null;
    const owner = await findAccountByEmail(deps.db, email);
    return owner && owner.id !== accountId ? takenMail(email) : linkMail(deps, email, token);
  });
}

type ConfirmDeps = { db: Db; clock: Clock; mailer: Mailer | null; emailVerified: EmailVerified };

/** Links to the old address stop working, and it is told, in case somebody else did this. */
export async function confirmEmailChange(
  deps: ConfirmDeps,
  account: Account,
  { token, by }: { token: string; by: Actor },
): Promise<void> {
  await deps.db
    .transaction()
    .execute((tx) => changeAddress(deps, tx, { account, token, by }))
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw new EmailTaken('token');
      throw error;
    });
  // No limit of mails applies: whoever has taken over an account could use it up beforehand.
  deps.mailer?.post(async () => changedMail(account.email));
}

async function changeAddress(
  deps: ConfirmDeps,
  tx: Tx,
  { account, token, by }: { account: Account; token: string; by: Actor },
): Promise<void> {
  const { accountId, email } = await spendToken({ ...deps, tx }, token, 'change_email');
  await updateEmail(tx, accountId, { email: email ?? '', now: deps.clock.now() });
  if (!(await confirmAddress(deps, tx, { accountId, by })))
    await deps.emailVerified(tx, { accountId, email: email ?? '' });
  for (const purpose of ['verify_email', 'reset_password'] as const)
    await revokeTokens(tx, accountId, purpose);
  const personal = { before: { email: account.email }, after: { email } };
  await recordAuditEvent({ ...deps, tx }, { accountId, by, event: 'email.changed', personal });
}

function linkMail({ publicUrl }: MailDeps, email: string, token: string): Mail {
  return {
    to: email,
    subject: 'Confirm your new email address',
    text: [
      'Open this link to use this address for your Vox Humana account:',
      `${publicUrl}/verify-email#${token}`,
      'The link works once, within 24 hours. If you did not ask for it, ignore this mail.',
    ].join('\n\n'),
  };
}

function takenMail(email: string): Mail {
  return {
    to: email,
    subject: 'This address already has an account',
    text: [
      'Somebody asked to use this address for another Vox Humana account. Nothing was changed, because you already have an account with it.',
      'If it was you, sign in with this address, or delete that account first.',
    ].join('\n\n'),
  };
}

/** The mail does not name the new address: the old one may be a mistake, and somebody else's. */
function changedMail(oldEmail: string): Mail {
  return {
    to: oldEmail,
    subject: 'Your email address was changed',
    text: [
      'The email address of your Vox Humana account was changed. This address no longer signs in.',
      'If this was not you, ask the operator of the service for help at once.',
    ].join('\n\n'),
  };
}
