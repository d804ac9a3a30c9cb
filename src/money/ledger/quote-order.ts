import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { planOf } from '../plans/index.ts';
import { splitCharge } from '../pricing/index.ts';
import type { Order } from './order.ts';
import { refusalOf } from './refusal.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { db: Db; clock: Clock };
type Asked = Pick<Order, 'accountId' | 'plan' | 'credits' | 'routingCredits'>;

/** What an order would take, and whether the balance of this moment carries it. Moves nothing. */
export type Quote = {
  remainingCredits: number;
  overCredits: number;
  overMicros: number;
  affordable: boolean;
};

export async function quoteOrder(deps: Deps, asked: Asked): Promise<Quote> {
  const { wallet, microsPerCredit, refusal } = await judge(deps, asked);
  const { overCredits, overMicros } = splitCharge(asked.credits, wallet.pool_credits, microsPerCredit);
  return { remainingCredits: wallet.pool_credits, overCredits, overMicros, affordable: refusal === null };
}

/** For what is reserved in many pieces: the 402 then has the figures of the whole. The pieces are guarded all the same. */
export async function requireAffordable(deps: Deps, asked: Asked): Promise<void> {
  const { refusal } = await judge(deps, asked);
  if (refusal) throw refusal;
}

async function judge(deps: Deps, asked: Asked) {
  const wallet = await currentWallet(deps, asked.accountId);
  const microsPerCredit = planOf(asked.plan).overageMicrosPerCredit;
  return { wallet, microsPerCredit, refusal: refusalOf(asked, microsPerCredit, wallet) };
}
