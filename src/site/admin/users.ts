import type { Static } from '@sinclair/typebox';
import { type Answer, type AnswerKeeper, isUuid, type Page } from '../../http/index.ts';
import { adjustByAdmin, changePlan } from '../../money/ledger/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { microsOfCents } from '../../money/pricing/index.ts';
import { describeWallet } from '../../money/wallet/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Account, AccountNotFound, findAccount, listAccounts } from '../../tenancy/accounts/index.ts';
import type { IsAdmin } from '../../tenancy/administrators/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import type { CreditsBody, UserView } from './schemas.ts';

type Deps = { db: Db; clock: Clock; isAdmin: IsAdmin };
type User = Static<typeof UserView>;

export async function listUsers(deps: Deps, page: Page & { query?: string | undefined }) {
  const { accounts, nextCursor } = await listAccounts(deps.db, page);
  const users: User[] = [];
  for (const account of accounts) users.push(await userOf(deps, account));
  return { users, next_cursor: nextCursor };
}

export async function readUser(deps: Deps, accountId: string): Promise<User> {
  return userOf(deps, await requireAccount(deps, accountId));
}

export async function changeUserPlan(deps: Deps, by: Actor, accountId: string, plan: string): Promise<User> {
  const account = await requireAccount(deps, accountId);
  const change = { accountId: account.id, plan: planOf(plan).id, by };
  await deps.db.transaction().execute((tx) => changePlan({ ...deps, tx }, change));
  return readUser(deps, accountId);
}

export async function changeUserCredits(
  deps: Deps,
  { by, admin }: { by: Actor; admin: string },
  accountId: string,
  change: Static<typeof CreditsBody>,
  keeper: AnswerKeeper | null,
): Promise<Answer> {
  const account = await requireAccount(deps, accountId);
  return deps.db.transaction().execute(async (tx) => {
    const within = { ...deps, db: tx };
    await adjustByAdmin(within, {
      accountId: account.id,
      credits: change.credits ?? 0,
      micros: microsOfCents(change.cents ?? 0),
      routingCredits: change.routing_credits ?? 0,
      note: `${admin}: ${change.note}`,
    });
    const answer = { status: 200, body: await userOf(within, account) };
    await keeper?.keep(tx, answer);
    const { note, ...after } = change;
    const event = { event: 'credits.adjusted', after, personal: { after: { note } } } as const;
    await recordAuditEvent({ ...deps, tx }, { accountId: account.id, by, ...event });
    return answer;
  });
}

export async function requireAccount(deps: { db: Db }, accountId: string): Promise<Account> {
  const account = isUuid(accountId) ? await findAccount(deps.db, accountId) : null;
  if (!account) throw new AccountNotFound();
  return account;
}

async function userOf(deps: Deps, account: Account): Promise<User> {
  const { creditBalanceCents, owedCents, routingCredits, credits } = await describeWallet(
    deps.db,
    deps.clock,
    account.id,
  );
  const { id, email, emailVerified, name, plan, createdAt } = account;
  return {
    id,
    email,
    name,
    plan,
    email_verified: emailVerified,
    admin: deps.isAdmin(account),
    created_at: createdAt.toISOString(),
    creditBalanceCents,
    owedCents,
    routingCredits,
    credits,
  };
}
