import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Passwords } from '../passwords/index.ts';
import { openSession } from '../sessions/index.ts';
import { type AccountOpened, type CreatedAccount, createAccount } from './create-account.ts';
import { parseEmail } from './email.ts';
import { EmailTaken } from './errors.ts';
import { findAccountByEmail } from './queries.ts';

export type SignUpDeps = {
  db: Db;
  clock: Clock;
  passwords: Passwords;
  sessionSecret: string;
  accountOpened: AccountOpened;
};

export type SignUpInput = { email: string; password: string; name?: string | undefined };

export async function signUp(
  deps: SignUpDeps,
  input: SignUpInput,
): Promise<CreatedAccount & { cookie: string }> {
  const email = parseEmail(input.email);
  const name = input.name?.trim();
  if (await findAccountByEmail(deps.db, email)) throw new EmailTaken();
  await deps.passwords.requireGood(input.password, hintsFrom(email, name));
  const passwordHash = await deps.passwords.hash(input.password);
  return deps.db.transaction().execute(async (tx) => {
    const created = await createAccount({ ...deps, tx }, { email, name, passwordHash });
    const { cookie } = await openSession({ ...deps, db: tx }, created.account.id);
    return { ...created, cookie };
  });
}

function hintsFrom(email: string, name = ''): string[] {
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
