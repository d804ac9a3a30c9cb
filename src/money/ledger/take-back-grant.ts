import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { matchSales } from './match-sales.ts';
import {
  type CreditMove,
  moveCredits,
  selectPeriodCredits,
  selectTakenCredits,
  selectWithheldCredits,
} from './queries/period-credits.ts';
import { setReversed } from './queries/periods.ts';
import { lockWallet, type WalletRow } from './queries/wallets.ts';
import { currentWallet } from './renew-cycle.ts';

type Deps = { tx: Tx; clock: Clock };
type Of = {
  accountId: string;
  /** Identifies the refund or dispute. */
  reference: string;
  note: string;
  /** The reference under which the payment was noted. */
  grantReference: string;
  /** The share of the payment that all refunds and disputes together have sent back by now. */
  reversed: number;
};

/**
 * Takes a share of the credits that a payment for a plan granted, because that share of the payment went back to the
 * payer. Spent credits are owed, and the next grants pay them. Renewals in the period that it paid for grant less from
 * now on. A reference that was seen before takes nothing more.
 */
export async function takeBackGrant(
  { tx, clock }: Deps,
  { accountId, grantReference, share, reversed, ...of }: Of & { share: number },
): Promise<{ credits: number }> {
  const reference = takingOf(of.reference);
  const wallet = await lockedWallet({ tx, clock }, accountId);
  await setReversed(tx, { accountId, reference: grantReference, reversed });
  if ((await selectTakenCredits(tx, accountId, reference)).length > 0) return { credits: 0 };
  const moves: CreditMove[] = [];
  for (const { cycle, granted, lapsed } of await selectPeriodCredits(tx, accountId, grantReference)) {
    const credits = Math.floor(granted * share);
    const isCurrent = cycle === wallet.cycle;
    const left = Math.min(credits, isCurrent ? wallet.pool_credits : lapsed);
    moves.push({ cycle, from: isCurrent ? 'pool' : 'house_lapsed', to: 'house_refunded', credits: left });
    moves.push({ cycle, from: 'owed_credits', to: 'house_refunded', credits: credits - left });
  }
  const { note } = of;
  await move({ tx, clock }, { accountId, kind: 'take_back', reference, note, moves });
  return { credits: moves.reduce((sum, { credits }) => sum + credits, 0) };
}

/**
 * Undoes `takeBackGrant` after a dispute was won. Later grants may have paid the debt: those credits return to the
 * pool. Credits of an earlier cycle stay lapsed.
 */
export async function giveBackGrant({ tx, clock }: Deps, { accountId, ...of }: Of): Promise<void> {
  const wallet = await lockedWallet({ tx, clock }, accountId);
  await grantWithheldShare({ tx, clock }, wallet, { accountId, ...of });
  const reference = `give_back:plan:${of.reference}`;
  if ((await selectTakenCredits(tx, accountId, reference)).length > 0) return;
  let owed = wallet.owed_credits;
  const moves = (await selectTakenCredits(tx, accountId, takingOf(of.reference))).flatMap(
    ({ cycle, from_book: book, amount: credits }): CreditMove[] => {
      if (book !== 'owed_credits') {
        const to = cycle === wallet.cycle ? 'pool' : 'house_lapsed';
        return [{ cycle, from: 'house_refunded', to, credits }];
      }
      const paid = Math.max(0, credits - owed);
      owed -= credits - paid;
      return [
        { cycle, from: 'house_refunded', to: book, credits },
        { cycle: wallet.cycle, from: book, to: 'pool', credits: paid },
      ];
    },
  );
  await move({ tx, clock }, { accountId, kind: 'give_back', reference, note: of.note, moves });
}

/** Grants what a renewal has kept back meanwhile. */
async function grantWithheldShare(deps: Deps, { cycle }: WalletRow, of: Of): Promise<void> {
  const { tx } = deps;
  const { accountId, grantReference, reversed, note } = of;
  const before = await setReversed(tx, { accountId, reference: grantReference, reversed });
  if (before <= reversed) return;
  const withheld = await selectWithheldCredits(tx, accountId, cycle);
  const credits = Math.floor(withheld * (1 - reversed / before));
  const moves = [{ cycle, from: 'house_refunded', to: 'pool', credits }];
  await move(deps, { accountId, kind: 'withhold', reference: `grant_withheld:${of.reference}`, note, moves });
}

async function move(
  deps: Deps,
  { moves: all, ...rest }: Omit<Parameters<typeof moveCredits>[1], 'now'>,
): Promise<void> {
  const moves = all.filter(({ credits }) => credits > 0);
  if (moves.length === 0) return;
  await moveCredits(deps.tx, { ...rest, moves, now: deps.clock.now() });
  await matchSales(deps, rest.accountId);
}

async function lockedWallet({ tx, clock }: Deps, accountId: string) {
  const { account_id } = await currentWallet({ db: tx, clock }, accountId);
  const wallet = await lockWallet(tx, account_id);
  if (!wallet) throw new Error(`account ${accountId} has no wallet`);
  return wallet;
}

function takingOf(reference: string): string {
  return `take_back:plan:${reference}`;
}
