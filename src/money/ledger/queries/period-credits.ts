import { sql, type Tx } from '../../../platform/database/index.ts';

// These statements read what periods (`periods.ts`) granted, and take it back. All of them need the lock of the wallet.

export type PeriodCredits = {
  cycle: number;
  /** Granted in the cycle. */
  granted: number;
  /** Credits that were neither spent nor taken back before their cycle ended. It counts only for an earlier cycle. */
  lapsed: number;
};

/**
 * The cycles that a payment for a plan paid for: the one that it began, and renewals in its period, also after a change of the
 * plan that nobody else has paid for. Line 5 of a renewal is what had been used before, which it does not grant.
 */
export async function selectPeriodCredits(
  tx: Tx,
  accountId: string,
  reference: string,
): Promise<PeriodCredits[]> {
  const { rows } = await sql<PeriodCredits>`
    WITH granted AS (
      SELECT p.account_id, p.cycle, sum(CASE WHEN p.line = 5 THEN -p.amount ELSE p.amount END) AS granted
      FROM plan_grants g JOIN ledger_postings p ON p.account_id = g.account_id
      WHERE ${reference} IN (g.reference, g.continues) AND g.account_id = ${accountId}::uuid
        AND p.kind = 'renew' AND p.unit = 'credit' AND (p.from_book = 'house_granted' OR p.line = 5)
        AND (p.cycle = g.cycle OR p.at >= g.starts_at AND p.at < g.ends_at AND NOT EXISTS (
          SELECT FROM plan_grants other WHERE other.account_id = p.account_id AND other.cycle = p.cycle))
      GROUP BY p.account_id, p.cycle
    )
    SELECT cycle, granted::bigint AS granted, GREATEST(0, granted - COALESCE((
        SELECT sum(c.pool_credits) FROM charges c
        WHERE c.account_id = granted.account_id AND c.cycle = granted.cycle AND c.status <> 'released'
      ), 0) - COALESCE((
        SELECT sum(CASE WHEN p.to_book IN ('pool', 'house_lapsed') THEN -p.amount ELSE p.amount END)
        FROM ledger_postings p
        WHERE p.account_id = granted.account_id AND p.cycle = granted.cycle AND p.unit = 'credit'
          AND (p.from_book = 'pool_held' AND p.to_book = 'owed_credits'
            OR p.kind IN ('take_back', 'give_back', 'withhold', 'pay_debt')
            AND ('pool' IN (p.from_book, p.to_book) OR 'house_lapsed' IN (p.from_book, p.to_book)))
      ), 0))::bigint AS lapsed
    FROM granted ORDER BY cycle`.execute(tx);
  return rows;
}

/** Sums the credits that renewals of this cycle did not grant, because the period was paid back. */
export async function selectWithheldCredits(tx: Tx, accountId: string, cycle: number): Promise<number> {
  const { rows } = await sql<{ credits: number }>`
    SELECT COALESCE(sum(CASE WHEN from_book = 'pool' THEN amount ELSE -amount END), 0)::bigint AS credits
    FROM ledger_postings
    WHERE account_id = ${accountId}::uuid AND cycle = ${cycle} AND kind = 'withhold'`.execute(tx);
  return rows[0]?.credits ?? 0;
}

export type CreditMove = { cycle: number; from: string; to: string; credits: number };

/** Moves credits between books and into the projections of the wallet. */
export async function moveCredits(
  tx: Tx,
  move: {
    accountId: string;
    kind: 'take_back' | 'give_back' | 'withhold';
    reference: string;
    note: string;
    now: Date;
    moves: CreditMove[];
  },
): Promise<void> {
  const { moves, accountId } = move;
  const net = (book: string) =>
    moves.reduce(
      (sum, { from, to, credits }) => sum + (to === book ? credits : from === book ? -credits : 0),
      0,
    );
  const pool = net('pool');
  await sql`
    UPDATE wallets SET pool_credits = pool_credits + ${pool}::bigint, included_credits = included_credits + ${pool}::bigint,
      owed_credits = owed_credits - ${net('owed_credits')}::bigint
    WHERE account_id = ${accountId}::uuid`.execute(tx);
  const { rows } = await sql<{ id: number }>`SELECT nextval('ledger_transaction_ids') AS id`.execute(tx);
  for (const [index, { cycle, from, to, credits }] of moves.entries())
    await sql`
      INSERT INTO ledger_postings
        (transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, at, note, reference)
      VALUES (${rows[0]?.id}, ${index + 1}, ${accountId}::uuid, ${move.kind}, ${cycle}, 'credit', ${from}, ${to},
        ${credits}::bigint, ${move.now}::timestamptz, ${move.note}, ${index === 0 ? move.reference : null})`.execute(
      tx,
    );
}

export type TakenCredits = { cycle: number; from_book: string; amount: number };

/** Returns the credits that were taken under this reference, or none if nothing was. */
export async function selectTakenCredits(
  tx: Tx,
  accountId: string,
  reference: string,
): Promise<TakenCredits[]> {
  const { rows } = await sql<TakenCredits>`
    SELECT cycle, from_book, amount FROM ledger_postings
    WHERE transaction_id = (SELECT transaction_id FROM ledger_postings
      WHERE reference = ${reference} AND account_id = ${accountId}::uuid)
    ORDER BY line`.execute(tx);
  return rows;
}
