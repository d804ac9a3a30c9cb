import { type Columns, type Db, type Row, sql, tableOf } from '../../../platform/database/index.ts';
import { type ChargeRequest, creditsToReserve } from '../charge.ts';
import { HINT_FEW_ROWS } from './planner-hint.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import { type Rider, writeRiders } from './riders.ts';

export type NewCharge = ChargeRequest & {
  chargeId: string;
  microsPerCredit: number;
  now: Date;
  deadlineAt: Date;
  /** Set when the work is done: the charge is settled at once, with these rows, instead of reserved. */
  settled?: { riders: readonly Rider[] };
};

export type TakenRow = {
  charge_id: string;
  is_taken: boolean;
  /** False: somebody else held the wallet, so its balance was not looked at. */
  was_free: boolean;
  from_pool: number;
  from_wallet: number;
  /** Null unless it is taken. */
  pool_left: number | null;
};

export type TakeOptions = {
  /** `skip` takes nothing from a wallet that somebody holds, so that no account waits for another's. */
  heldWallets: 'wait' | 'skip';
  /** Whether the caller has counted the charges against the limits of their keys, under the lock of the wallet. */
  limitsCounted: boolean;
};

const PART: Columns = {
  charge_id: 'uuid',
  payer: 'uuid',
  plan: 'text',
  unit: 'text',
  quantity: 'bigint',
  credits: 'bigint',
  before: 'bigint',
  routing: 'bigint',
  price: 'integer',
  credential_id: 'text',
  voice_id: 'text',
  model: 'text',
  request_id: 'text',
  reserved_at: 'timestamptz',
  deadline_at: 'timestamptz',
  listing_id: 'uuid',
  seller_account_id: 'uuid',
  fee: 'bigint',
  ephemeral_key_id: 'text',
  settled: 'boolean',
};

// One statement cannot count against two rows and refuse both, so keys with a limit take the way under the lock.
const HAS_LIMIT = sql`bool_or(EXISTS (
        SELECT FROM key_limits WHERE key_id = ANY (ARRAY[credential_id, ephemeral_key_id])))`;

const FROM_POOL = sql`LEAST(pool_credits, total_credits)`;
const FROM_WALLET = sql`(total_credits - ${FROM_POOL}) * price`;
const PART_FROM_POOL = sql`GREATEST(0, LEAST(credits, moved_pool - before))`;

/**
 * A reservation need not be on disk before the work starts: the settlement flushes it too, and a crash before that
 * amounts to a release. Inside a caller's transaction, and beside a charge that is settled at once, this would weaken what must last,
 * so it is left out there.
 */
const FLUSH_LATER = sql`, set_config('synchronous_commit', 'off', true)`;

/**
 * Guard, charges and postings in one statement. The charges of an account are taken together or not at all: they must have
 * one price, and the first ones use up the pool. One that waited for a wallet sees its newest version in the condition
 * and on every right-hand side, because PostgreSQL evaluates both again for a row that was changed meanwhile. A refused one
 * leaves no lock behind: who then waits for the wallet inside a transaction could deadlock with a holder of a foreign key.
 */
export async function insertCharges(
  db: Db,
  charges: readonly NewCharge[],
  { heldWallets, limitsCounted }: TakeOptions,
): Promise<TakenRow[]> {
  const closing = charges.flatMap(({ chargeId, settled }) => (settled ? [{ chargeId, ...settled }] : []));
  const { rows } = await sql<TakenRow>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM ${tableOf(PART, partsOf(charges))} WHERE ${HINT_FEW_ROWS}
    ), total AS MATERIALIZED (
      SELECT payer, sum(credits)::bigint AS total_credits, sum(routing)::bigint AS total_routing,
        max(price)::bigint AS price, max(reserved_at) AS latest, ${limitsCounted ? sql`false` : HAS_LIMIT} AS has_limit
      FROM asked GROUP BY payer
    ), free AS MATERIALIZED (
      SELECT account_id AS free_id FROM wallets WHERE account_id IN (SELECT payer FROM total)
      ${heldWallets === 'skip' ? sql`FOR NO KEY UPDATE SKIP LOCKED` : sql``}
    ), wallet AS (
      UPDATE wallets SET
        moved_pool = ${FROM_POOL},
        moved_micros = ${FROM_WALLET},
        pool_credits = pool_credits - ${FROM_POOL},
        wallet_micros = wallet_micros - ${FROM_WALLET},
        prepaid_spent_micros = prepaid_spent_micros + ${FROM_WALLET},
        routing_credits = routing_credits - total_routing
      FROM total JOIN free ON free_id = payer
      WHERE account_id = payer AND NOT has_limit
        AND cycle_ends_at > latest
        AND routing_credits >= total_routing
        AND wallet_micros >= ${FROM_WALLET}
        AND (pool_credits >= total_credits OR monthly_spend_cap_cents IS NULL
          OR prepaid_spent_micros + ${FROM_WALLET} <= monthly_spend_cap_cents * 10000::bigint)
      RETURNING account_id, cycle, moved_pool, pool_credits AS pool_left
    ), part AS MATERIALIZED (
      SELECT asked.*, cycle, pool_left, nextval('ledger_transaction_ids') AS transaction_id, account_id IS NOT NULL AS is_taken,
        ${PART_FROM_POOL} AS from_pool, (credits - ${PART_FROM_POOL}) * price AS from_wallet
      FROM asked LEFT JOIN wallet ON account_id = payer
    ), charge AS (
      INSERT INTO charges (id, account_id, plan, unit, quantity, credits, pool_credits, wallet_micros, routing_credits,
        micros_per_credit, cycle, credential_id, voice_id, model, request_id, reserved_at, deadline_at,
        listing_id, seller_account_id, fee_credits, ephemeral_key_id, status, closed_at)
      SELECT charge_id, payer, plan, unit, quantity, credits, from_pool, from_wallet, routing, price, cycle,
        credential_id, voice_id, model, request_id, reserved_at, deadline_at, listing_id, seller_account_id, fee,
        ephemeral_key_id, CASE WHEN settled THEN 'settled' ELSE 'reserved' END, CASE WHEN settled THEN reserved_at END
      FROM part WHERE is_taken
    ), held AS (
      SELECT charge_id AS id, credential_id FROM part WHERE is_taken AND settled
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, payer, CASE WHEN settled THEN 'use' ELSE 'reserve' END, cycle, moved.unit, from_book,
        CASE WHEN settled THEN 'house_used' ELSE held_book END, amount, reserved_at, charge_id
      FROM part, LATERAL (VALUES
        (1, 'credit', 'pool', 'pool_held', from_pool),
        (2, 'micro', 'wallet', 'wallet_held', from_wallet),
        (3, 'routing', 'routing', 'routing_held', routing)
      ) AS moved (line, unit, from_book, held_book, amount)
      WHERE is_taken AND amount > 0
    ) ${writeRiders(closing)}
    SELECT charge_id, is_taken, free_id IS NOT NULL AS was_free, from_pool, from_wallet, pool_left
      ${db.isTransaction || closing.length > 0 ? sql`` : FLUSH_LATER}
    FROM part LEFT JOIN free ON free_id = payer
  `.execute(db);
  return rows;
}

/** `before` is what the charges of the account ahead of this one take from the pool. */
function partsOf(charges: readonly NewCharge[]): Row[] {
  const before = new Map<string, number>();
  return charges.map((input) => {
    const credits = creditsToReserve(input);
    const ahead = before.get(input.accountId) ?? 0;
    before.set(input.accountId, ahead + credits);
    return {
      charge_id: input.chargeId,
      payer: input.accountId,
      plan: input.plan,
      unit: input.unit,
      quantity: input.quantity,
      credits,
      before: ahead,
      routing: input.routingCredits ?? 0,
      price: input.microsPerCredit,
      credential_id: input.credentialId,
      voice_id: input.voiceId ?? null,
      model: input.model ?? null,
      request_id: input.requestId,
      reserved_at: input.now,
      deadline_at: input.deadlineAt,
      listing_id: input.fee?.listingId ?? null,
      seller_account_id: input.fee?.sellerAccountId ?? null,
      fee: input.fee?.credits ?? 0,
      ephemeral_key_id: input.ephemeralKeyId ?? null,
      settled: input.settled !== undefined,
    };
  });
}
