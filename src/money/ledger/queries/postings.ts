import { sql } from '../../../platform/database/index.ts';

/** The INSERT that ends every movement; the SELECT after it lists the columns in this order. */
export const INSERT_POSTINGS = sql`INSERT INTO ledger_postings
  (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at)`;

export const INSERT_CHARGE_POSTINGS = sql`INSERT INTO ledger_postings
  (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at, charge_id)`;

export const INSERT_NOTED_POSTINGS = sql`INSERT INTO ledger_postings
  (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at, note)`;
