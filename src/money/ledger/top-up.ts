import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { addToWallet } from './queries/movements.ts';
import { currentWallet } from './renew-cycle.ts';

export type TopUp = {
  accountId: string;
  micros: number;
  /** Identifies the payment; a reference that was seen before adds nothing. */
  reference?: string;
  note: string;
};

/** True when the credit was added, false when this payment was added before. */
export async function topUp(deps: { db: Db; clock: Clock }, input: TopUp): Promise<boolean> {
  const { accountId, micros, reference = null, note } = input;
  if (!Number.isSafeInteger(micros) || micros <= 0)
    throw new RangeError(`cannot top up ${micros} microdollars`);
  await currentWallet(deps, accountId);
  return addToWallet(deps.db, { accountId, micros, from: 'payment', reference, note, now: deps.clock.now() });
}
