import { type Db, sql } from '../../platform/database/index.ts';

/** Books of the account that a statement shows. Below zero, `owed` is what the account owes. */
export const BOOKS = ['wallet', 'owed', 'pool', 'routing'] as const;
export type Book = (typeof BOOKS)[number];

export type EntryRow = {
  /** Orders the entries: the transaction, the line in it, and the book. */
  id: string;
  at: Date;
  kind: string;
  book: Book;
  other_book: string;
  change: number;
  balance_after: number;
  note: string | null;
  reference: string | null;
  charge_id: string | null;
  unit: string | null;
  request_id: string | null;
};

export type EntrySlice = {
  books: readonly Book[];
  /** Id of the entry that the slice begins after. */
  after: string | null;
  /** Balances just below that entry, when the caller has read everything above it. Otherwise they are summed up. */
  balances: ReadonlyMap<Book, number> | null;
  limit: number;
};

/** Newest first, in one snapshot. Balances are counted back from the current ones. */
export async function selectEntries(db: Db, accountId: string, slice: EntrySlice): Promise<EntryRow[]> {
  const [transactionId = null, line = null, book = null] = slice.after?.split('.') ?? [];
  const key = sql`(${transactionId}::bigint, ${line}::smallint, ${book}::text)`;
  const isFirst = sql`${transactionId}::bigint IS NULL`;
  const known = slice.balances && JSON.stringify(Object.fromEntries(slice.balances));
  const { rows } = await sql<EntryRow>`
    WITH entry AS NOT MATERIALIZED (
      SELECT p.transaction_id, p.line, p.at, p.kind, side.book, side.other_book, side.change, p.note, p.reference,
        p.charge_id
      FROM ledger_postings p, LATERAL (VALUES (p.from_book, p.to_book, -p.amount), (p.to_book, p.from_book, p.amount))
        AS side (book, other_book, change)
      WHERE p.account_id = ${accountId}::uuid
        AND side.book IN (SELECT jsonb_array_elements_text(${JSON.stringify(slice.books)}::jsonb))
    ), balance AS (
      SELECT b.book, COALESCE((${known}::jsonb ->> b.book)::bigint, b.amount) AS amount
      FROM wallets w, LATERAL (VALUES ('wallet', w.wallet_micros), ('owed', -w.owed_micros), ('pool', w.pool_credits),
        ('routing', w.routing_credits)) AS b (book, amount)
      WHERE w.account_id = ${accountId}::uuid
    ), above AS (
      SELECT book, sum(change) AS change FROM entry
      WHERE ${known === null}::boolean AND NOT ${isFirst} AND (transaction_id, line, book) >= ${key} GROUP BY book
    ), page AS (
      SELECT * FROM entry WHERE ${isFirst} OR (transaction_id, line, book) < ${key}
      ORDER BY transaction_id DESC, line DESC, book DESC LIMIT ${slice.limit}
    )
    SELECT page.transaction_id || '.' || page.line || '.' || page.book AS id, page.at, page.kind, page.book,
      page.other_book, page.change, page.note, page.reference, page.charge_id, c.unit, c.request_id,
      (balance.amount - COALESCE(above.change, 0) - COALESCE(sum(page.change) OVER (
        PARTITION BY page.book ORDER BY page.transaction_id DESC, page.line DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))::bigint AS balance_after
    FROM page JOIN balance USING (book) LEFT JOIN above USING (book)
    LEFT JOIN charges c ON c.id = page.charge_id AND c.account_id = ${accountId}::uuid
    ORDER BY page.transaction_id DESC, page.line DESC, page.book DESC
  `.execute(db);
  return rows;
}
