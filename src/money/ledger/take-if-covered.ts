import type { Db } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { planOf } from '../plans/index.ts';
import { takeBatched } from './batched-charges.ts';
import type { ChargeRequest } from './charge.ts';
import { seenPools } from './pools-seen.ts';
import { insertCharges, type NewCharge, type TakenRow } from './queries/insert-charges.ts';

export function newChargeOf(request: ChargeRequest, now: Date): NewCharge {
  return {
    ...request,
    chargeId: uuidv7(now.getTime()),
    microsPerCredit: planOf(request.plan).overageMicrosPerCredit,
    now,
    deadlineAt: new Date(now.getTime() + request.deadlineMs),
  };
}

/**
 * Takes the charges of one account, all or none. They first share a statement with concurrent calls, which waits for no
 * wallet. Inside a transaction, or if the shared statement leaves them alone, they get a statement of their own, which waits.
 * Undefined when the balance is too low, the cycle has ended, or a key has a limit.
 */
export async function takeIfCovered(
  db: Db,
  charges: readonly NewCharge[],
): Promise<readonly TakenRow[] | undefined> {
  const waits = charges.some(({ settled }) => settled?.riders.some((rider) => rider.waits));
  const joint = db.isTransaction || waits ? 'alone' : await takeBatched(db, charges);
  const taken = joint === 'alone' ? await takeAlone(db, charges) : joint;
  if (!db.isTransaction) noteSeen(db, charges, taken);
  return taken;
}

async function takeAlone(db: Db, charges: readonly NewCharge[]): Promise<TakenRow[] | undefined> {
  const rows = await insertCharges(db, charges, { heldWallets: 'wait', limitsCounted: false });
  return rows.every(({ is_taken }) => is_taken) ? rows : undefined;
}

function noteSeen(db: Db, charges: readonly NewCharge[], taken: readonly TakenRow[] | undefined): void {
  const left = taken?.[0]?.pool_left;
  for (const charge of charges) seenPools(db).note(charge, left ?? null);
}
