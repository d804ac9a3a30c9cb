import type { Output } from '@vox-humana/client';
import { useFormats, useTexts } from '../texts/index.tsx';
import type { Column } from '../ui/table.tsx';

/** The account and its operator both see these fields of an entry. */
type Entry = Omit<Output<'GET /api/admin/users/{id}/ledger'>['entries'][number], 'note' | 'reference'>;

export const BALANCES = ['credits', 'wallet', 'owed', 'routing_credits'] as const;
export type Balance = (typeof BALANCES)[number];

export function isBalance(name: string): name is Balance {
  return (BALANCES as readonly string[]).includes(name);
}

export function useLedgerColumns(): Column<Entry>[] {
  const { ledger: texts } = useTexts();
  const formats = useFormats();
  const amount = (entry: Entry, value: number) =>
    entry.unit === 'usd' ? formats.cents(value * 100) : formats.number(value);
  return [
    {
      header: texts.time,
      cell: (entry) => <span className="whitespace-nowrap">{formats.time(entry.at)}</span>,
    },
    { header: texts.reason, cell: (entry) => entry.reason },
    {
      header: texts.balance,
      cell: ({ balance }) => (isBalance(balance) ? texts.balances[balance] : balance),
    },
    {
      header: texts.change,
      numeric: true,
      cell: (entry) => `${entry.change > 0 ? '+' : ''}${amount(entry, entry.change)}`,
    },
    { header: texts.after, numeric: true, cell: (entry) => amount(entry, entry.balance_after) },
  ];
}
