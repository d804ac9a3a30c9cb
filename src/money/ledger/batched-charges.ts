import { type Db, inBatches, isStoreUnavailable, perHandle } from '../../platform/database/index.ts';
import { insertCharges, type NewCharge, type TakenRow } from './queries/insert-charges.ts';
import { type SettledRow, settleWhole, type WholeSettlement } from './queries/settle-whole.ts';

// Sharing a statement trades a little latency for throughput: calls that come while a statement runs wait for its end,
// and then share one round trip, one transaction and one flush. Nobody may suffer from those with whom they share. A
// reservation therefore skips a wallet that somebody holds instead of waiting for it, and a settlement takes part only
// if no wallet changes. A call that could not be served, or whose statement the database refused because of any one of
// them, is answered with `alone`. Its caller then sends the statement for a single charge, which waits and decides.

export type Alone = 'alone';

/** The charges of one account. Undefined when the balance is too low, the cycle has ended, or a key has a limit. */
export function takeBatched(db: Db, charges: readonly NewCharge[]): Promise<TakenRow[] | undefined | Alone> {
  return takings(db)(charges);
}

export function settleBatched(db: Db, settlement: WholeSettlement): Promise<SettledRow | Alone> {
  return settlements(db)(settlement);
}

const takings = perHandle((db) =>
  inBatches(async (calls: readonly (readonly NewCharge[])[]) => {
    const joint = withOnePrice(calls);
    const options = { heldWallets: 'skip', limitsCounted: false } as const;
    const rows = (await unlessRefused(() => insertCharges(db, joint.flat(), options))) ?? [];
    const byCharge = new Map(rows.map((row) => [row.charge_id, row]));
    return calls.map((charges) => {
      const own = charges.flatMap(({ chargeId }) => byCharge.get(chargeId) ?? []);
      const [first] = own;
      if (!first) return 'alone';
      if (first.is_taken) return own;
      // The balance may be too low for several calls of an account, and still cover one of them.
      const isOnlyOne = joint.filter((other) => payerOf(other) === payerOf(charges)).length === 1;
      return first.was_free && isOnlyOne ? undefined : 'alone';
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
function withOnePrice(calls: readonly (readonly NewCharge[])[]): (readonly NewCharge[])[] {
  const prices = new Map<string | undefined, number | undefined>();
  return calls.filter((charges) => {
    const own = charges[0]?.microsPerCredit;
    const price = prices.get(payerOf(charges)) ?? own;
    prices.set(payerOf(charges), price);
    return price === own;
  });
}

function payerOf(charges: readonly NewCharge[]): string | undefined {
  return charges[0]?.accountId;
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
