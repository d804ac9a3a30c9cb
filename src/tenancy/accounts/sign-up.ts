import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { ownerIn, recordAuditEvent } from '../audit-log/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { type Client, openSession } from '../sessions/index.ts';
import { type AccountOpened, type CreatedAccount, createAccount } from './create-account.ts';
import { parseEmail } from './email.ts';
import { EmailTaken } from './errors.ts';
import { type MailDeps, mayMail } from './mail-limit.ts';
import { findAccountByEmail } from './queries.ts';

export type SignUpDeps = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  sessionSecret: string;
  accountOpened: AccountOpened;
};

export type SignUpInput = {
  email: string;
  password: string;
  name?: string | undefined;
  client: Client;
};

/** `inTransaction` is for what must exist exactly when the account does. */
export async function signUp<T>(
  deps: SignUpDeps,
  input: SignUpInput,
  inTransaction: (tx: Tx, created: CreatedAccount) => Promise<T>,
): Promise<{ created: CreatedAccount; cookie: string; result: T }> {
  const email = parseEmail(input.email);
  const name = input.name?.trim();
  if (await findAccountByEmail(deps.db, email)) throw new EmailTaken();
  await deps.passwords.requireGood(input.password, passwordHints(email, name));
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.db.transaction().execute(async (tx) => {
    const created = await createAccount({ ...deps, tx }, { email, name, passwordHash });
    const accountId = created.account.id;
    const { id: sessionId, cookie } = await openSession({ ...deps, db: tx }, accountId, input.client);
    const result = await inTransaction(tx, created);
    const by = ownerIn({ accountId, sessionId }, input.client);
    const after = { plan: created.account.plan };
    await recordAuditEvent({ ...deps, tx }, { accountId, by, event: 'account.created', after });
    return { created, cookie, result };
  });
}

/** The owner of an address hears of it when somebody signs up with it again. */
export function mailSignUpRefused(deps: MailDeps, input: { email: string }): void {
  const email = parseEmail(input.email);
  deps.mailer?.post(async () => {
    const account = await findAccountByEmail(deps.db, email);
    if (!account || !(await mayMail(deps, account.email))) return null;
    return {
      to: account.email,
      subject: 'You already have an account',
      text: [
        'Somebody tried to sign up for Vox Humana with this address. Nothing was changed, because you already have an account with it.',
        `If it was you, sign in at ${deps.publicUrl}/sign-in, or choose a new password at ${deps.publicUrl}/forgot-password.`,
      ].join('\n\n'),
    };
  });
}

/** An attacker would try these first. */
export function passwordHints(email: string, name = ''): string[] {
  const parts = [
    email,
    ...email.split('@'),
    ...email.split(/[@.]/),
    name,
    ...name.split(/\s+/),
    'vox humana',
  ];
  return parts.filter((part) => part !== '');
}
