import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { SYSTEM } from '../../../tenancy/audit-log/index.ts';
import {
  currentWallet,
  earningsOf,
  giveBack,
  requestPayout,
  reserveCredits,
  settleCharge,
  takeBack,
  topUp,
} from '../index.ts';
import { chargeRequestOf, openBench, signUp } from './bench.ts';

export const DAY_MS = 86_400_000;
export const HOLD_DAYS = 30;
/** The price on the suspended plan, on which buyers are by default because its pool is the smallest. */
export const MICROS_PER_CREDIT = 40;

export const lookAgain = async () => undefined;

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** The ledger with buyers and sellers, whose payments can be disputed. */
export async function openMarket() {
  const bench = { ...(await openBench()), earningsHoldDays: HOLD_DAYS };
  const inTransaction = <Result>(run: (deps: { tx: Tx; clock: Clock }) => Promise<Result>) =>
    bench.db.transaction().execute((tx) => run({ tx, clock: bench.clock }));

  /** A buyer and a seller with one listing. */
  async function openTrade(plan = 'suspended') {
    const seller = await signUp(bench, 'creator');
    const buyer = await signUp(bench, plan);
    const listingId = uuidv7();
    const reserve = (units: number, credits: number) =>
      reserveCredits(
        bench,
        chargeRequestOf(buyer, units, { plan, fee: { listingId, sellerAccountId: seller, credits } }),
      );
    return {
      seller,
      buyer,
      reserve,
      async buy(units: number, credits: number) {
        bench.clock.advanceMs(1);
        await settleCharge(bench, { ...(await reserve(units, credits)), credits: units });
      },
      pay: (micros: number, reference = uuidv7()) =>
        topUp(bench, { accountId: buyer, micros, note: 'test', reference }),
      dispute: (reference: string, micros: number) =>
        inTransaction((deps) => takeBack(deps, { accountId: buyer, micros, reference, note: 'dispute' })),
      win: (reference: string) =>
        inTransaction((deps) => giveBack(deps, { accountId: buyer, reference, note: 'won' })),
      earnings: () => earningsOf(bench, seller),
      wallet: () => currentWallet(bench, buyer),
      /** Uses up the pool, so that the next purchase takes money. */
      async usePool() {
        const { pool_credits } = await currentWallet(bench, buyer);
        const used = await reserveCredits(bench, chargeRequestOf(buyer, pool_credits, { plan }));
        await settleCharge(bench, { ...used, credits: pool_credits });
      },
    };
  }

  return {
    ...bench,
    inTransaction,
    openTrade,
    requestPayout: (accountId: string, credits: number) =>
      inTransaction(({ tx }) => requestPayout({ ...bench, tx }, { accountId, credits, by: SYSTEM })),
  };
}
