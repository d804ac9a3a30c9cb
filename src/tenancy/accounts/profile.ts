import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { IsAdmin } from '../administrators/index.ts';
import { secondFactorOn } from '../two-factor/index.ts';
import { AccountNotFound } from './errors.ts';
import { type Account, findAccount, updateName } from './queries.ts';

/** The wallet's part of the profile. The money group defines the fields; tenancy passes them on. */
type WalletFields = Record<string, unknown>;

export type ProfileDeps = {
  db: Db;
  isAdmin: IsAdmin;
  walletFields: (db: Db, accountId: string) => Promise<WalletFields>;
};

export type Profile = WalletFields & {
  id: string;
  email: string;
  email_verified: boolean;
  name: string;
  plan: string;
  admin: boolean;
  two_factor_enabled: boolean;
  webhookUrl: string | null;
  created_at: string;
};

export async function profileOf(deps: ProfileDeps, account: Account): Promise<Profile> {
  const wallet = await deps.walletFields(deps.db, account.id);
  return {
    ...wallet,
    id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    name: account.name,
    plan: account.plan,
    admin: deps.isAdmin(account),
    two_factor_enabled: await secondFactorOn(deps.db, account.id),
    webhookUrl: account.webhookUrl,
    created_at: account.createdAt.toISOString(),
  };
}

export async function findProfile(deps: ProfileDeps, accountId: string): Promise<Profile | null> {
  const account = await findAccount(deps.db, accountId);
  return account && profileOf(deps, account);
}

export async function changeName(
  deps: ProfileDeps & { clock: Clock },
  accountId: string,
  name: string,
): Promise<Profile> {
  const account = await updateName(deps.db, accountId, { name: name.trim(), now: deps.clock.now() });
  if (!account) throw new AccountNotFound();
  return profileOf(deps, account);
}
