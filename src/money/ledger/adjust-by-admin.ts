import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { AdjustmentTooLarge } from './errors.ts';
import { adjustBalances } from './queries/movements.ts';
import { currentWallet } from './renew-cycle.ts';

export type Adjustment = {
  accountId: string;
  credits?: number;
  micros?: number;
  routingCredits?: number;
  /** Names who did it and why. It is stored with the entries. */
  note: string;
};

/** Adds or removes by hand. Credits last until the end of the cycle, like the monthly grant. */
export async function adjustByAdmin(deps: { db: Db; clock: Clock }, adjustment: Adjustment): Promise<void> {
  const { accountId, credits = 0, micros = 0, routingCredits = 0, note } = adjustment;
  for (const amount of [credits, micros, routingCredits]) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`cannot adjust by ${amount}`);
  }
  await currentWallet(deps, accountId);
  const input = { accountId, credits, micros, routingCredits, note, now: deps.clock.now() };
  if (!(await adjustBalances(deps.db, input))) throw new AdjustmentTooLarge();
}
