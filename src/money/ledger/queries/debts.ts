import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import { INSERT_NOTED_POSTINGS } from './postings.ts';

/**
 * The assignments of an UPDATE of `wallets w` that adds to a wallet: the debt is paid first. `moved_micros` holds what
 * went to the debt, for `payDebt`.
 */
export function addAfterDebt(micros: Sql): Sql {
  const paid = sql`LEAST(w.owed_micros, GREATEST(0, ${micros}))`;
  return sql`
    moved_micros = ${paid},
    wallet_micros = w.wallet_micros + ${micros} - ${paid},
    owed_micros = w.owed_micros - ${paid}`;
}

/** The posting for what `addAfterDebt` moved; `wallet` is the updated row with its transaction and cycle. */
export function payDebt(line: number, now: Date): Sql {
  return sql`
    ${INSERT_NOTED_POSTINGS}
    SELECT transaction_id, ${line}::smallint, account_id, 'pay_debt', cycle, 'micro', 'wallet', 'owed', moved_micros,
      ${now}::timestamptz, NULL
    FROM wallet WHERE moved_micros > 0`;
}

export type TakeBackInput = {
  accountId: string;
  micros: number;
  reference: string;
  note: string;
  now: Date;
};

export type TakenRow = { from_book: 'wallet' | 'owed'; amount: number };

/** Takes what the wallet holds and adds the rest to the debt. */
export async function takeBackMicros(db: Db, input: TakeBackInput): Promise<TakenRow[]> {
  const micros = sql`${input.micros}::bigint`;
  const taken = sql`LEAST(wallet_micros, ${micros})`;
  const result = await sql<TakenRow>`
    WITH wallet AS (
      UPDATE wallets SET
        moved_micros = ${taken},
        wallet_micros = wallet_micros - ${taken},
        owed_micros = owed_micros + ${micros} - ${taken}
      WHERE account_id = ${input.accountId}::uuid
      RETURNING account_id, cycle, moved_micros, nextval('ledger_transaction_ids') AS transaction_id
    )
    INSERT INTO ledger_postings
      (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at, note, reference)
    SELECT transaction_id, line, account_id, 'take_back', cycle, 'micro', from_book, 'house_refunded', amount,
      ${input.now}::timestamptz, ${input.note}::text,
      CASE WHEN line = 1 OR moved_micros = 0 THEN ${input.reference}::text END
    FROM wallet, LATERAL (VALUES (1, 'wallet', moved_micros), (2, 'owed', ${micros} - moved_micros))
      AS moved (line, from_book, amount)
    WHERE amount > 0
    RETURNING from_book, amount
  `.execute(db);
  return result.rows;
}

/** Returns the amounts that were taken under this reference, or none if nothing was. */
export async function selectTakenBack(db: Db, accountId: string, reference: string): Promise<TakenRow[]> {
  const result = await sql<TakenRow>`
    SELECT from_book, amount FROM ledger_postings
    WHERE kind = 'take_back' AND transaction_id = (
      SELECT transaction_id FROM ledger_postings
      WHERE reference = ${reference}::text AND account_id = ${accountId}::uuid)
  `.execute(db);
  return result.rows;
}
