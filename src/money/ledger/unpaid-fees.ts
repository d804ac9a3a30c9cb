/**
 * The debt of an account is for what it spent last: money that was taken back had been spent, and nothing is spent from
 * a wallet with a debt. So the debt covers the newest purchases, as far as it reaches, and the fees in them are not
 * paid for. Within a purchase the fee comes first, since the house would pay it out.
 */
export type Purchase = {
  chargeId: string;
  /** The amount that the purchase took from the balance that has the debt, in the unit of that balance. */
  spent: number;
  /** Credits of the fee that this balance paid. */
  feeCredits: number;
  /** The price of one credit, in the unit of the balance. */
  creditPrice: number;
};

/** The unpaid credits of each purchase that has some. Newest purchase first; no more than necessary are read. */
export async function unpaidFees(
  purchases: AsyncIterable<Purchase>,
  owed: number,
): Promise<Map<string, number>> {
  const unpaid = new Map<string, number>();
  let left = owed;
  if (left <= 0) return unpaid;
  for await (const { chargeId, spent, feeCredits, creditPrice } of purchases) {
    const covered = Math.min(left, spent);
    const credits = Math.min(feeCredits, Math.ceil(covered / creditPrice));
    if (credits > 0) unpaid.set(chargeId, credits);
    left -= covered;
    if (left === 0) break;
  }
  return unpaid;
}

/** Grants pay the oldest debts first, so what is still owed belongs to the newest cycles. */
export function owedByCycle(
  taken: readonly { cycle: number; credits: number }[],
  owed: number,
): { cycle: number; credits: number }[] {
  let left = owed;
  return taken
    .toSorted((one, other) => other.cycle - one.cycle)
    .map(({ cycle, credits }) => {
      const part = Math.min(left, credits);
      left -= part;
      return { cycle, credits: part };
    })
    .filter(({ credits }) => credits > 0);
}
