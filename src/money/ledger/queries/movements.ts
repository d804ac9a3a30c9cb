import { type Db, sql } from '../../../platform/database/index.ts';
import { addAfterDebt, payDebt } from './debts.ts';
import { INSERT_NOTED_POSTINGS, INSERT_POSTINGS } from './postings.ts';

const SOURCES = {
  payment: { kind: 'top_up', book: 'house_paid_in' },
  taken_back: { kind: 'give_back', book: 'house_refunded' },
} as const;

export type TopUpInput = {
  accountId: string;
  micros: number;
  from: keyof typeof SOURCES;
  /** Names the payment: the same one never adds twice. Null: nothing to recognise it by. */
  reference: string | null;
  note: string;
  now: Date;
};

/** False when the payment was added before. The unique reference makes the second of two at once wait and add nothing. */
export async function addToWallet(db: Db, input: TopUpInput): Promise<boolean> {
  const { kind, book } = SOURCES[input.from];
  const result = await sql`
    WITH posting AS (
      INSERT INTO ledger_postings
        (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at, note, reference)
      SELECT nextval('ledger_transaction_ids'), 1, account_id, ${kind}::text, cycle, 'micro', ${book}::text, 'wallet',
        ${input.micros}::bigint, ${input.now}::timestamptz, ${input.note}::text, ${input.reference}::text
      FROM wallets WHERE account_id = ${input.accountId}::uuid
      ON CONFLICT (reference) WHERE reference IS NOT NULL DO NOTHING
      RETURNING transaction_id, account_id, cycle, amount
    ), wallet AS (
      UPDATE wallets w SET ${addAfterDebt(sql`posting.amount`)},
        funded_at = COALESCE(w.funded_at, ${input.now}::timestamptz)
      FROM posting WHERE w.account_id = posting.account_id
      RETURNING w.account_id, w.moved_micros, posting.transaction_id, posting.cycle
    ), debt AS (
      ${payDebt(2, input.now)}
    )
    SELECT account_id FROM wallet
  `.execute(db);
  return result.rows.length > 0;
}

export type AdjustmentInput = {
  accountId: string;
  credits: number;
  micros: number;
  routingCredits: number;
  note: string;
  now: Date;
};

/** False when a balance would fall under zero; then nothing moves. */
export async function adjustBalances(db: Db, input: AdjustmentInput): Promise<boolean> {
  const credits = sql`${input.credits}::bigint`;
  const micros = sql`${input.micros}::bigint`;
  const routing = sql`${input.routingCredits}::bigint`;
  const result = await sql`
    WITH wallet AS (
      UPDATE wallets w SET
        pool_credits = pool_credits + ${credits},
        included_credits = included_credits + ${credits},
        ${addAfterDebt(micros)},
        routing_credits = routing_credits + ${routing},
        funded_at = CASE WHEN ${micros} > 0 THEN COALESCE(funded_at, ${input.now}::timestamptz) ELSE funded_at END
      WHERE account_id = ${input.accountId}::uuid
        AND pool_credits + ${credits} >= 0 AND wallet_micros + ${micros} >= 0 AND routing_credits + ${routing} >= 0
      RETURNING account_id, cycle, moved_micros, nextval('ledger_transaction_ids') AS transaction_id
    ), debt AS (
      ${payDebt(4, input.now)}
    ), posting AS (
      ${INSERT_NOTED_POSTINGS}
      SELECT transaction_id, line, account_id, 'adjust', cycle, unit,
        CASE WHEN amount > 0 THEN 'house_adjusted' ELSE book END,
        CASE WHEN amount > 0 THEN book ELSE 'house_adjusted' END,
        abs(amount), ${input.now}::timestamptz, ${input.note}::text
      FROM wallet, LATERAL (VALUES
        (1, 'credit', 'pool', ${credits}), (2, 'micro', 'wallet', ${micros}), (3, 'routing', 'routing', ${routing})
      ) AS moved (line, unit, book, amount)
      WHERE amount <> 0
    )
    SELECT account_id FROM wallet
  `.execute(db);
  return result.rows.length > 0;
}

/** The number of the movement, by which it can be given back; undefined when there were too few. */
export async function takeRouting(
  db: Db,
  input: { accountId: string; amount: number; now: Date },
): Promise<number | undefined> {
  const result = await sql<{ transaction_id: number }>`
    WITH wallet AS (
      UPDATE wallets SET routing_credits = routing_credits - ${input.amount}::bigint
      WHERE account_id = ${input.accountId}::uuid AND routing_credits >= ${input.amount}::bigint
        AND cycle_ends_at > ${input.now}::timestamptz
      RETURNING account_id, cycle, nextval('ledger_transaction_ids') AS transaction_id
    ), posting AS (
      ${INSERT_POSTINGS}
      SELECT transaction_id, 1, account_id, 'take_routing', cycle, 'routing', 'routing', 'house_used',
        ${input.amount}::bigint, ${input.now}::timestamptz
      FROM wallet
    )
    SELECT transaction_id FROM wallet
  `.execute(db);
  return result.rows[0]?.transaction_id;
}

/** Gives back exactly what the taking took, once. */
export async function giveBackRouting(
  db: Db,
  input: { accountId: string; takingId: number; now: Date },
): Promise<boolean> {
  const result = await sql`
    WITH posting AS (
      INSERT INTO ledger_postings
        (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at, reference)
      SELECT nextval('ledger_transaction_ids'), 1, account_id, 'give_back_routing', cycle, unit, to_book, from_book,
        amount, ${input.now}::timestamptz, 'routing_back:' || transaction_id
      FROM ledger_postings
      WHERE transaction_id = ${input.takingId}::bigint AND account_id = ${input.accountId}::uuid AND kind = 'take_routing'
      ON CONFLICT (reference) WHERE reference IS NOT NULL DO NOTHING
      RETURNING account_id, amount
    )
    UPDATE wallets w SET routing_credits = w.routing_credits + posting.amount
    FROM posting WHERE w.account_id = posting.account_id
    RETURNING w.account_id
  `.execute(db);
  return result.rows.length > 0;
}
