import type { Book, EntryRow } from './queries.ts';

const NAMES = {
  wallet: { balance: 'wallet', unit: 'usd' },
  owed: { balance: 'owed', unit: 'usd' },
  pool: { balance: 'credits', unit: 'credits' },
  routing: { balance: 'routing_credits', unit: 'credits' },
} as const;

export type BalanceName = (typeof NAMES)[Book]['balance'];
export const BALANCES: readonly BalanceName[] = Object.values(NAMES).map(({ balance }) => balance);

export function bookOf(balance: BalanceName): Book {
  const found = (Object.keys(NAMES) as Book[]).find((book) => NAMES[book].balance === balance);
  if (!found) throw new RangeError(`no balance is called ${balance}`);
  return found;
}

/** Amounts of the wallet in dollars: six decimals are exact. */
export function viewOf(row: EntryRow) {
  const { balance, unit } = NAMES[row.book];
  const amountOf = (amount: number) => (unit === 'usd' ? amount / 1_000_000 : amount);
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    reason: reasonOf(row),
    balance,
    unit,
    change: amountOf(row.change),
    balance_after: amountOf(row.balance_after),
    charge_id: row.charge_id,
    request_id: row.request_id,
  };
}

/** Admins also see the note and the reference, which may name other people. */
export function adminViewOf(row: EntryRow) {
  return { ...viewOf(row), note: row.note, reference: row.reference };
}

const REASONS = new Map([
  ['open', 'Credits of the first month'],
  ['adjust', 'Adjusted by the operator'],
  ['top_up', 'Payment received'],
  ['take_back', 'Payment refunded or disputed'],
  ['give_back', 'Dispute won'],
  ['withhold', 'Credits of a month whose payment was refunded or disputed'],
  ['pay_debt', 'Debt paid'],
  ['settle', 'Reserved but not used'],
  ['release', 'Returned: the request was not completed'],
  ['take_routing', 'Routing of a request'],
  ['give_back_routing', 'Returned: the request was not completed'],
  ['forfeit', 'Account closed'],
]);

function reasonOf({ kind, other_book, unit }: EntryRow): string {
  if (kind === 'renew')
    return other_book === 'house_lapsed' ? 'Unused credits lapsed' : 'Credits of the new month';
  const what = `${(unit ?? 'a request').replaceAll('_', ' ')}s`;
  if (kind === 'use') return `Used for ${what}`;
  if (kind === 'reserve') return `Reserved for ${what}`;
  return REASONS.get(kind) ?? kind.replaceAll('_', ' ');
}
