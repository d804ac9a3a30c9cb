import { InvalidCursor, type Page } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { currentWallet } from '../ledger/index.ts';
import { type BalanceName, bookOf } from './describe-entry.ts';
import { BOOKS, type Book, type EntryRow, selectEntries } from './queries.ts';

type Deps = { db: Db; clock: Clock };
type Filter = { balance?: BalanceName | undefined };

const ENTRY_ID = /^\d{1,18}\.\d{1,4}\.[a-z]{1,20}$/;
const CSV_PAGE = 500;

export async function listEntries(
  deps: Deps,
  accountId: string,
  { limit, cursor, balance }: Page & Filter,
): Promise<{ rows: EntryRow[]; nextCursor: string | null }> {
  await currentWallet(deps, accountId);
  const slice = { books: booksOf(balance), after: idOf(cursor), balances: null, limit: limit + 1 };
  const rows = await selectEntries(deps.db, accountId, slice);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const nextCursor = last ? Buffer.from(last.id, 'latin1').toString('base64url') : null;
  return { rows: rows.slice(0, limit), nextCursor };
}

/** All of them, newest first, in pages: a statement may be long. */
export async function* allEntries(
  deps: Deps,
  accountId: string,
  { balance }: Filter = {},
): AsyncGenerator<EntryRow> {
  await currentWallet(deps, accountId);
  const books = booksOf(balance);
  const balances = new Map<Book, number>();
  let after: string | null = null;
  for (;;) {
    const known = after === null ? null : balances;
    const rows: EntryRow[] = await selectEntries(deps.db, accountId, {
      books,
      after,
      balances: known,
      limit: CSV_PAGE,
    });
    for (const row of rows) {
      balances.set(row.book, row.balance_after - row.change);
      yield row;
    }
    if (rows.length < CSV_PAGE) return;
    after = rows.at(-1)?.id ?? null;
  }
}

function booksOf(balance: BalanceName | undefined): readonly Book[] {
  return balance === undefined ? BOOKS : [bookOf(balance)];
}

function idOf(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString('latin1');
  if (!ENTRY_ID.test(id)) throw new InvalidCursor();
  return id;
}
