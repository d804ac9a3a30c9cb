import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { createKey } from '../api-keys/index.ts';
import { parseEmail } from './email.ts';
import { EmailTaken } from './errors.ts';
import { type Account, insertAccount } from './queries.ts';

/** Called in the transaction that creates the account: what belongs to a new account exists with it or not at all. */
export type AccountOpened = (
  tx: Tx,
  opened: { accountId: string; email: string; plan: string; emailVerified: boolean; createdAt: Date },
) => Promise<void>;

export type CreateAccountDeps = { tx: Tx; clock: Clock; accountOpened: AccountOpened };

export type CreateAccountInput = {
  email: string;
  name?: string | undefined;
  plan?: string | undefined;
  /** Hashed before the transaction, which must not wait for it. Null: no sign-in by password. */
  passwordHash: string | null;
  emailVerified?: boolean;
  keyName?: string | undefined;
};

export type CreatedAccount = { account: Account; apiKey: string };

export async function createAccount(
  deps: CreateAccountDeps,
  input: CreateAccountInput,
): Promise<CreatedAccount> {
  const createdAt = deps.clock.now();
  const account = await insertAccount(deps.tx, {
    id: uuidv7(createdAt.getTime()),
    email: parseEmail(input.email),
    name: input.name ?? '',
    plan: input.plan ?? 'free',
    passwordHash: input.passwordHash,
    emailVerified: input.emailVerified ?? false,
    createdAt,
  });
  if (!account) throw new EmailTaken();
  const { key } = await createKey(deps, account.id, { name: input.keyName ?? 'First key' });
  const { id: accountId, email, plan, emailVerified } = account;
  await deps.accountOpened(deps.tx, { accountId, email, plan, emailVerified, createdAt });
  return { account, apiKey: key };
}
