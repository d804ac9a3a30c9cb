import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { planOf } from '../plans/index.ts';
import { splitCharge } from '../pricing/index.ts';
import type { ChargeRequest } from './charge.ts';
import { refusalOf } from './refusal.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { db: Db; clock: Clock };
type Asked = Pick<ChargeRequest, 'accountId' | 'plan' | 'credits' | 'routingCredits'>;

/** A quote says how much a charge would take, and whether the current balance covers it. It moves nothing. */
export type Quote = {
  remainingCredits: number;
  overCredits: number;
  overMicros: number;
  affordable: boolean;
};

export async function quoteCharge(deps: Deps, asked: Asked): Promise<Quote> {
  const wallet = await currentWallet(deps, asked.accountId);
  const microsPerCredit = planOf(asked.plan).overageMicrosPerCredit;
  const { overCredits, overMicros } = splitCharge(asked.credits, wallet.pool_credits, microsPerCredit);
  const affordable = refusalOf({ ...asked, microsPerCredit }, wallet) === null;
  return { remainingCredits: wallet.pool_credits, overCredits, overMicros, affordable };
}
