import { type Db, type Sql, sql } from '../../../platform/database/index.ts';
import type { Cycle } from '../cycle.ts';
import { INSERT_POSTINGS } from './postings.ts';

export type WalletRow = {
  account_id: string;
  pool_credits: number;
  included_credits: number;
  wallet_micros: number;
  owed_micros: number;
  owed_credits: number;
  routing_credits: number;
  prepaid_spent_micros: number;
  cycle: number;
  cycle_anchor: Date;
  cycle_ends_at: Date;
  funded_at: Date | null;
  auto_top_up_enabled: boolean;
  auto_top_up_amount_cents: number;
  low_balance_threshold_cents: number;
  monthly_spend_cap_cents: number | null;
  usage_alert_percents: number[] | null;
  auto_top_up_monthly_cap_cents: number | null;
};

export async function selectWallet(db: Db, accountId: string): Promise<WalletRow | undefined> {
  const result = await sql<WalletRow>`${walletOf(accountId)}`.execute(db);
  return result.rows[0];
}

/** Nobody else can change this wallet until the transaction ends. */
export async function lockWallet(db: Db, accountId: string): Promise<WalletRow | undefined> {
  const result = await sql<WalletRow>`${walletOf(accountId)} FOR UPDATE`.execute(db);
  return result.rows[0];
}

function walletOf(accountId: string): Sql {
  return sql`
    SELECT account_id, pool_credits, included_credits, wallet_micros, owed_micros, owed_credits, routing_credits,
      prepaid_spent_micros, cycle, cycle_anchor, cycle_ends_at, funded_at, auto_top_up_enabled, auto_top_up_amount_cents,
      low_balance_threshold_cents, monthly_spend_cap_cents, usage_alert_percents, auto_top_up_monthly_cap_cents
    FROM wallets WHERE account_id = ${accountId}::uuid`;
}

export type Grant = { accountId: string; credits: number; routingCredits: number; cycle: Cycle; now: Date };

/** Does nothing when the wallet exists. */
export async function insertWallet(
  db: Db,
  { withheld, ...grant }: Grant & { anchor: Date; withheld: boolean },
): Promise<void> {
  await sql`
    WITH wallet AS (
      INSERT INTO wallets (account_id, pool_credits, included_credits, routing_credits, cycle_anchor,
        cycle_starts_at, cycle_ends_at, grant_withheld)
      VALUES (${grant.accountId}::uuid, ${grant.credits}::bigint, ${grant.credits}::bigint,
        ${grant.routingCredits}::bigint, ${grant.anchor}::timestamptz, ${grant.cycle.startsAt}::timestamptz,
        ${grant.cycle.endsAt}::timestamptz, ${withheld}::boolean)
      ON CONFLICT (account_id) DO NOTHING
      RETURNING account_id, cycle, pool_credits, routing_credits, nextval('ledger_transaction_ids') AS transaction_id
    )
    ${INSERT_POSTINGS}
    SELECT transaction_id, line, account_id, 'open', cycle, unit, from_book, to_book, amount, ${grant.now}::timestamptz
    FROM wallet, LATERAL (VALUES
      (1, 'credit', 'house_granted', 'pool', pool_credits),
      (2, 'routing', 'house_granted', 'routing', routing_credits)
    ) AS moved (line, unit, from_book, to_book, amount)
    WHERE amount > 0
  `.execute(db);
}

/** Whether the first grant waits for something. */
export async function selectWithheld(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ withheld: boolean }>`
    SELECT grant_withheld AS withheld FROM wallets WHERE account_id = ${accountId}::uuid`.execute(db);
  return rows[0]?.withheld ?? false;
}

/** False when nothing was withheld. The row's own flag makes it happen once. */
export async function releaseWithheldGrant(db: Db, grant: Omit<Grant, 'cycle'>): Promise<boolean> {
  const result = await sql`
    WITH wallet AS (
      UPDATE wallets SET
        grant_withheld = false,
        moved_routing = GREATEST(0, ${grant.routingCredits}::bigint - routing_credits),
        pool_credits = pool_credits + ${grant.credits}::bigint,
        included_credits = included_credits + ${grant.credits}::bigint,
        routing_credits = GREATEST(routing_credits, ${grant.routingCredits}::bigint)
      WHERE account_id = ${grant.accountId}::uuid AND grant_withheld
      RETURNING account_id, cycle, moved_routing, nextval('ledger_transaction_ids') AS transaction_id
    ), posting AS (
      ${INSERT_POSTINGS}
      SELECT transaction_id, line, account_id, 'open', cycle, unit, from_book, to_book, amount, ${grant.now}::timestamptz
      FROM wallet, LATERAL (VALUES
        (1, 'credit', 'house_granted', 'pool', ${grant.credits}::bigint),
        (2, 'routing', 'house_granted', 'routing', moved_routing)
      ) AS moved (line, unit, from_book, to_book, amount)
      WHERE amount > 0
    )
    SELECT account_id FROM wallet
  `.execute(db);
  return result.rows.length > 0;
}

/**
 * With `onlyIfDue` a second caller finds the cycle renewed and changes nothing. `mayWithhold` is false for plans that
 * are paid for: their grant also ends the withholding. With `lessUsed` the credits that this cycle has used count
 * against the grant, and stay used. `reversed` says how many credits a month were paid for, and which share of them was
 * paid back: that share is not granted.
 */
export async function updateCycle(
  db: Db,
  grant: Grant & {
    onlyIfDue: boolean;
    mayWithhold: boolean;
    lessUsed: boolean;
    reversed: { credits: number; share: number };
  },
): Promise<boolean> {
  const granted = (amount: Sql) =>
    sql`(CASE WHEN grant_withheld AND ${grant.mayWithhold}::boolean THEN 0 ELSE ${amount} END)`;
  const used = sql`(CASE WHEN ${grant.lessUsed}::boolean THEN included_credits - pool_credits ELSE 0 END)`;
  const credits = granted(sql`GREATEST(0, ${grant.credits}::bigint - ${used})`);
  const { reversed } = grant;
  const unused = sql`GREATEST(0, ${reversed.credits}::bigint - ${used})`;
  const taken = sql`floor(LEAST(${credits}, ${unused}) * ${reversed.share}::float8)::bigint`;
  const kept = sql`(${credits} - ${taken})`;
  const routingCredits = granted(sql`${grant.routingCredits}::bigint`);
  const result = await sql`
    WITH wallet AS (
      UPDATE wallets SET
        moved_pool = pool_credits,
        moved_routing = GREATEST(0, ${routingCredits} - routing_credits),
        moved_taken = ${taken},
        moved_owed = LEAST(owed_credits, ${kept}),
        pool_credits = GREATEST(0, ${kept} - owed_credits),
        included_credits = GREATEST(0, ${kept} - owed_credits) + ${used},
        owed_credits = GREATEST(0, owed_credits - ${kept}),
        routing_credits = GREATEST(routing_credits, ${routingCredits}),
        grant_withheld = grant_withheld AND ${grant.mayWithhold}::boolean,
        prepaid_spent_micros = 0,
        cycle = cycle + 1,
        cycle_starts_at = ${grant.cycle.startsAt}::timestamptz,
        cycle_ends_at = ${grant.cycle.endsAt}::timestamptz
      WHERE account_id = ${grant.accountId}::uuid
        AND (NOT ${grant.onlyIfDue}::boolean OR cycle_ends_at <= ${grant.now}::timestamptz)
      RETURNING account_id, cycle, moved_pool, pool_credits, included_credits, moved_owed, moved_taken,
        moved_routing, nextval('ledger_transaction_ids') AS transaction_id
    ), posting AS (
      ${INSERT_POSTINGS}
      SELECT transaction_id, line, account_id, kind, cycle, unit, from_book, to_book, amount, ${grant.now}::timestamptz
      FROM wallet, LATERAL (VALUES
        (1, 'renew', 'credit', 'pool', 'house_lapsed', moved_pool),
        (2, 'renew', 'credit', 'house_granted', 'pool', included_credits + moved_owed + moved_taken),
        (3, 'renew', 'routing', 'house_granted', 'routing', moved_routing),
        (4, 'pay_debt', 'credit', 'pool', 'owed_credits', moved_owed),
        (5, 'renew', 'credit', 'pool', 'house_lapsed', included_credits - pool_credits),
        (6, 'withhold', 'credit', 'pool', 'house_refunded', moved_taken)
      ) AS moved (line, kind, unit, from_book, to_book, amount)
      WHERE amount > 0
    )
    SELECT account_id FROM wallet
  `.execute(db);
  return result.rows.length > 0;
}

/** Across tenants, for the sweep. */
export async function selectAccountsDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const result = await sql<{ account_id: string }>`
    SELECT account_id FROM wallets WHERE cycle_ends_at <= ${now}::timestamptz ORDER BY cycle_ends_at LIMIT ${limit}
  `.execute(db);
  return result.rows.map((row) => row.account_id);
}
