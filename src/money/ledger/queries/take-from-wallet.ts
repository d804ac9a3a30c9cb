import { type Sql, sql } from '../../../platform/database/index.ts';

export type Taking = {
  accountId: string;
  credits: number;
  routingCredits: number;
  microsPerCredit: number;
  now: Date;
  /** The keys that pay, unless their limits were counted under the lock of the wallet. */
  uncountedKeys: readonly string[];
};

/**
 * Guards and makes every reservation; the caller adds the RETURNING clause. It updates one row of one table without a
 * join, so a writer that waited for the row sees its newest version in the condition and on every right-hand side.
 * `moved_pool` and `moved_micros` hold what it took.
 */
export function takeFromWallet(taking: Taking): Sql {
  const credits = sql`${taking.credits}::bigint`;
  const routing = sql`${taking.routingCredits}::bigint`;
  const fromPool = sql`LEAST(pool_credits, ${credits})`;
  const fromWallet = sql`(${credits} - ${fromPool}) * ${taking.microsPerCredit}::bigint`;
  return sql`
    UPDATE wallets SET
      moved_pool = ${fromPool},
      moved_micros = ${fromWallet},
      pool_credits = pool_credits - ${fromPool},
      wallet_micros = wallet_micros - ${fromWallet},
      prepaid_spent_micros = prepaid_spent_micros + ${fromWallet},
      routing_credits = routing_credits - ${routing}
    WHERE account_id = ${taking.accountId}::uuid
      AND cycle_ends_at > ${taking.now}::timestamptz
      AND routing_credits >= ${routing}
      AND wallet_micros >= ${fromWallet}
      AND (pool_credits >= ${credits} OR monthly_spend_cap_cents IS NULL
        OR prepaid_spent_micros + ${fromWallet} <= monthly_spend_cap_cents * 10000::bigint)
      ${unlessLimited(taking.uncountedKeys)}`;
}

/** One statement cannot count against two rows and refuse both, so keys with a limit take the way under the lock. */
function unlessLimited(keys: readonly string[]): Sql {
  return keys.length === 0
    ? sql``
    : sql`AND NOT EXISTS (SELECT FROM key_limits WHERE key_id IN (${sql.join(keys)}))`;
}
