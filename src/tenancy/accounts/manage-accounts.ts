import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { AccountNotFound } from './errors.ts';
import { type Account, selectAccounts, updatePlan } from './queries.ts';

/** Lists the accounts of all customers, for administrators. */
export async function listAccounts(
  db: Db,
  page: Page & { query?: string | undefined },
): Promise<{ accounts: Account[]; nextCursor: string | null }> {
  const accounts = await selectAccounts(db, {
    limit: page.limit + 1,
    before: idFromCursor(page.cursor),
    query: page.query ?? null,
  });
  return { accounts: accounts.slice(0, page.limit), nextCursor: cursorAfter(accounts, page.limit) };
}

/** The money group knows which plans exist and what a change costs. */
export async function setAccountPlan(tx: Tx, accountId: string, plan: string): Promise<Account> {
  const account = await updatePlan(tx, accountId, plan);
  if (!account) throw new AccountNotFound();
  return account;
}
