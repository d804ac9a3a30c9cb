import type { Tx } from '../../platform/database/index.ts';
import { AccountNotFound } from './errors.ts';
import { type Account, updatePlan } from './queries.ts';

/** Which plans there are, and what a change of plan means, is for the money group to know. */
export async function setAccountPlan(tx: Tx, accountId: string, plan: string): Promise<Account> {
  const account = await updatePlan(tx, accountId, plan);
  if (!account) throw new AccountNotFound();
  return account;
}
