import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { matchSales } from './match-sales.ts';
import { selectTakenBack, type TakenRow, takeBackMicros } from './queries/debts.ts';
import { addToWallet } from './queries/movements.ts';
import { lockWallet } from './queries/wallets.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { tx: Tx; clock: Clock };

export type TakeBack = {
  accountId: string;
  micros: number;
  /** Identifies the refund or dispute. A reference that was seen before takes nothing more. */
  reference: string;
  note: string;
};

/**
 * Both are microdollars: the wallet held `taken` and could not pay `owed`. The next money that enters the wallet pays
 * the debt.
 */
export type TakenBack = { taken: number; owed: number };

/** Takes money that a refund or a dispute returned to the payer. Repeating it returns the first result. */
export async function takeBack({ tx, clock }: Deps, input: TakeBack): Promise<TakenBack> {
  const { accountId, micros } = input;
  if (!Number.isSafeInteger(micros) || micros <= 0)
    throw new RangeError(`cannot take back ${micros} microdollars`);
  const reference = takingOf(input.reference);
  await currentWallet({ db: tx, clock }, accountId);
  await lockWallet(tx, accountId);
  const earlier = await selectTakenBack(tx, accountId, reference);
  if (earlier.length > 0) return figuresOf(earlier);
  const taken = figuresOf(await takeBackMicros(tx, { ...input, reference, now: clock.now() }));
  await matchSales({ tx, clock }, accountId);
  return taken;
}

export type GiveBack = {
  accountId: string;
  /** The one given to `takeBack`. */
  reference: string;
  note: string;
};

/**
 * Returns exactly what `takeBack` took under this reference, once, because the dispute was won. `given` is zero when
 * nothing was taken, or when it was given back before.
 */
export async function giveBack({ tx, clock }: Deps, input: GiveBack): Promise<{ given: number }> {
  const { accountId, note } = input;
  await lockWallet(tx, accountId);
  const { taken, owed } = figuresOf(await selectTakenBack(tx, accountId, takingOf(input.reference)));
  const given = taken + owed;
  if (given === 0) return { given: 0 };
  const added = await addToWallet(tx, {
    accountId,
    micros: given,
    from: 'taken_back',
    reference: `give_back:${input.reference}`,
    note,
    now: clock.now(),
  });
  await matchSales({ tx, clock }, accountId);
  return { given: added ? given : 0 };
}

/** A payment and its refund may carry the same id of the provider. */
function takingOf(reference: string): string {
  return `take_back:${reference}`;
}

function figuresOf(rows: TakenRow[]): TakenBack {
  const amountFrom = (book: TakenRow['from_book']) =>
    rows.find(({ from_book }) => from_book === book)?.amount ?? 0;
  return { taken: amountFrom('wallet'), owed: amountFrom('owed') };
}
