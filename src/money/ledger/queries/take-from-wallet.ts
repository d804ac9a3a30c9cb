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
 * Guards and makes a reservation; the caller adds the RETURNING clause. It updates one row of one table without a
 * join, so a writer that waited for the row sees its newest version in the condition and on every right-hand side.
 */
export function takeFromWallet(taking: Taking): Sql {
  const taken = takenOf({
    credits: sql`${taking.credits}::bigint`,
    routing: sql`${taking.routingCredits}::bigint`,
    microsPerCredit: sql`${taking.microsPerCredit}::bigint`,
    now: sql`${taking.now}::timestamptz`,
  });
  return sql`
    UPDATE wallets SET ${taken.assignments}
    WHERE account_id = ${taking.accountId}::uuid AND ${taken.isCovered} ${unlessLimited(taking.uncountedKeys)}`;
}

/** The assignments and the guard of every UPDATE of `wallets` that reserves. `moved_…` then hold what it took. */
export function takenOf({ credits, routing, microsPerCredit, now }: Record<Term, Sql>) {
  const fromPool = sql`LEAST(pool_credits, ${credits})`;
  const fromWallet = sql`(${credits} - ${fromPool}) * ${microsPerCredit}`;
  return {
    assignments: sql`
      moved_pool = ${fromPool},
      moved_micros = ${fromWallet},
      pool_credits = pool_credits - ${fromPool},
      wallet_micros = wallet_micros - ${fromWallet},
      prepaid_spent_micros = prepaid_spent_micros + ${fromWallet},
      routing_credits = routing_credits - ${routing}`,
    isCovered: sql`cycle_ends_at > ${now}
      AND routing_credits >= ${routing}
      AND wallet_micros >= ${fromWallet}
      AND (pool_credits >= ${credits} OR monthly_spend_cap_cents IS NULL
        OR prepaid_spent_micros + ${fromWallet} <= monthly_spend_cap_cents * 10000::bigint)`,
  };
}

type Term = 'credits' | 'routing' | 'microsPerCredit' | 'now';

/** One statement cannot count against two rows and refuse both, so keys with a limit take the way under the lock. */
function unlessLimited(keys: readonly string[]): Sql {
  return keys.length === 0
    ? sql``
    : sql`AND NOT EXISTS (SELECT FROM key_limits WHERE key_id IN (${sql.join(keys)}))`;
}
