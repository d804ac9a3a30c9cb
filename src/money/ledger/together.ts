import { type Db, inBatches, isStoreUnavailable, perHandle } from '../../platform/database/index.ts';
import type { ReservedRow, ReserveInput } from './queries/reserve.ts';
import { insertJointReservations } from './queries/reserve-together.ts';
import { type SettledRow, settleWhole, type WholeSettlement } from './queries/settle-together.ts';

// Concurrent calls reserve, and settle, in one statement: one round trip, one transaction and one flush for all of them.
// What cannot be done together is answered with `alone`, and its caller then sends the statement for a single charge.

export type Alone = 'alone';

/** Undefined when the balance is too low, the cycle has ended, or a key of the account has a limit. */
export function reserveTogether(db: Db, input: ReserveInput): Promise<ReservedRow | undefined | Alone> {
  return reservations(db)(input);
}

export function settleTogether(db: Db, settlement: WholeSettlement): Promise<SettledRow | Alone> {
  return settlements(db)(settlement);
}

const reservations = perHandle((db) =>
  inBatches(async (inputs: readonly ReserveInput[]) => {
    const joint = withOnePrice(inputs);
    const rows = (await unlessRefused(() => insertJointReservations(db, joint))) ?? [];
    const byCharge = new Map(rows.map((row) => [row.charge_id, row]));
    return inputs.map(({ accountId, chargeId }) => {
      const row = byCharge.get(chargeId);
      if (!row) return 'alone';
      const { from_pool, from_wallet } = row;
      if (from_pool !== null) return { from_pool, from_wallet };
      // What is too much for several calls of an account may do for one.
      const isOnlyOne = joint.filter((other) => other.accountId === accountId).length === 1;
      return row.was_free && isOnlyOne ? undefined : 'alone';
    });
  }),
);

const settlements = perHandle((db) =>
  inBatches(async (whole: readonly WholeSettlement[]) => {
    const rows = (await unlessRefused(() => settleWhole(db, whole))) ?? [];
    const byCharge = new Map(rows.map((row) => [row.charge_id, row]));
    return whole.map(({ chargeId }): SettledRow | Alone => byCharge.get(chargeId) ?? 'alone');
  }),
);

/** A change of plan may come between two calls of an account. */
function withOnePrice(inputs: readonly ReserveInput[]): ReserveInput[] {
  const prices = new Map<string, number>();
  return inputs.filter(({ accountId, microsPerCredit }) => {
    const price = prices.get(accountId) ?? microsPerCredit;
    prices.set(accountId, price);
    return price === microsPerCredit;
  });
}

/** A statement that the database refused has changed nothing, and the fault may be in one charge only. */
async function unlessRefused<Rows>(run: () => Promise<Rows>): Promise<Rows | null> {
  try {
    return await run();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Only the database itself can say so; after a lost connection nobody knows what was committed. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !isStoreUnavailable(error);
}
