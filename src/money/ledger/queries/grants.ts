import { sql, type Tx } from '../../../platform/database/index.ts';

/** The first payment for a plan that reports a cycle keeps it. */
export async function insertPlanGrant(
  tx: Tx,
  grant: { reference: string; accountId: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO plan_grants (reference, account_id, cycle, granted_at)
    SELECT ${grant.reference}, account_id, cycle, ${grant.now}::timestamptz FROM wallets
    WHERE account_id = ${grant.accountId}::uuid
    ON CONFLICT DO NOTHING`.execute(tx);
}

export type GrantRow = {
  cycle: number;
  /** Granted in the cycle. */
  granted: number;
  /** Of an earlier cycle: neither spent nor taken back. */
  lapsed: number;
};

/**
 * The cycles that a payment for a plan paid for: from the one that it began, for a month, up to the next payment. The wallet
 * must be locked.
 */
export async function selectGrants(tx: Tx, accountId: string, reference: string): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    WITH paid AS (
      SELECT g.account_id, g.cycle, g.granted_at + interval '1 month' AS ends_at, (
          SELECT min(later.cycle) FROM plan_grants later
          WHERE later.account_id = g.account_id AND later.cycle > g.cycle
        ) AS next_cycle
      FROM plan_grants g WHERE g.reference = ${reference} AND g.account_id = ${accountId}::uuid
    ), granted AS (
      SELECT p.account_id, p.cycle, sum(p.amount) AS granted FROM paid JOIN ledger_postings p USING (account_id)
      WHERE p.kind = 'renew' AND p.unit = 'credit' AND p.from_book = 'house_granted'
        AND p.cycle >= paid.cycle AND (next_cycle IS NULL OR p.cycle < next_cycle) AND p.at < ends_at
      GROUP BY p.account_id, p.cycle
    )
    SELECT cycle, granted::bigint AS granted, GREATEST(0, granted - COALESCE((
        SELECT sum(c.pool_credits) FROM charges c
        WHERE c.account_id = granted.account_id AND c.cycle = granted.cycle AND c.status <> 'released'
      ), 0) - COALESCE((
        SELECT sum(CASE WHEN p.to_book = 'house_refunded' THEN p.amount ELSE -p.amount END) FROM ledger_postings p
        WHERE p.account_id = granted.account_id AND p.cycle = granted.cycle AND p.unit = 'credit'
          AND (p.kind = 'take_back' AND p.from_book IN ('pool', 'house_lapsed')
            OR p.kind = 'give_back' AND p.to_book IN ('pool', 'house_lapsed'))
      ), 0))::bigint AS lapsed
    FROM granted ORDER BY cycle`.execute(tx);
  return rows;
}

export type CreditMove = { cycle: number; from: string; to: string; credits: number };

/** Moves credits between books and into the projections of the wallet, which must be locked. */
export async function moveCredits(
  tx: Tx,
  move: {
    accountId: string;
    kind: 'take_back' | 'give_back';
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

/** What was taken under this reference; empty when nothing was. */
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
