import { type Columns, type Db, type Row, sql, tableOf } from '../../../platform/database/index.ts';
import { type ChargeRequest, creditsToReserve } from '../charge.ts';
import { HINT_FEW_ROWS } from './planner-hint.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';

export type ReserveInput = ChargeRequest & {
  chargeId: string;
  microsPerCredit: number;
  now: Date;
  deadlineAt: Date;
};

export type ReservedRow = {
  charge_id: string;
  is_taken: boolean;
  /** False: somebody else held the wallet, so its balance was not looked at. */
  was_free: boolean;
  from_pool: number;
  from_wallet: number;
};

export type ReserveOptions = {
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
};

// One statement cannot count against two rows and refuse both, so keys with a limit take the way under the lock.
const HAS_LIMIT = sql`bool_or(EXISTS (
        SELECT FROM key_limits WHERE key_id = ANY (ARRAY[credential_id, ephemeral_key_id])))`;

const FROM_POOL = sql`LEAST(pool_credits, total_credits)`;
const FROM_WALLET = sql`(total_credits - ${FROM_POOL}) * price`;
const PART_FROM_POOL = sql`GREATEST(0, LEAST(credits, moved_pool - before))`;

/**
 * A reservation need not be on disk before the work starts: the settlement flushes it too, and a crash before that
 * amounts to a release. Inside a caller's transaction this would weaken that transaction, so it is left out there.
 */
const FLUSH_LATER = sql`, set_config('synchronous_commit', 'off', true)`;

/**
 * Guard, charges and postings in one statement. The charges of an account are taken together or not at all: they must have
 * one price, and the first ones use up the pool. One that waited for a wallet sees its newest version in the condition
 * and on every right-hand side, because PostgreSQL evaluates both again for a row that was changed meanwhile. A refused one
 * leaves no lock behind: who then waits for the wallet inside a transaction could deadlock with a holder of a foreign key.
 */
export async function insertReservations(
  db: Db,
  inputs: readonly ReserveInput[],
  { heldWallets, limitsCounted }: ReserveOptions,
): Promise<ReservedRow[]> {
  const { rows } = await sql<ReservedRow>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM ${tableOf(PART, partsOf(inputs))} WHERE ${HINT_FEW_ROWS}
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
      RETURNING account_id, cycle, moved_pool
    ), part AS MATERIALIZED (
      SELECT asked.*, cycle, nextval('ledger_transaction_ids') AS transaction_id, account_id IS NOT NULL AS is_taken,
        ${PART_FROM_POOL} AS from_pool, (credits - ${PART_FROM_POOL}) * price AS from_wallet
      FROM asked LEFT JOIN wallet ON account_id = payer
    ), charge AS (
      INSERT INTO charges (id, account_id, plan, unit, quantity, credits, pool_credits, wallet_micros, routing_credits,
        micros_per_credit, cycle, credential_id, voice_id, model, request_id, reserved_at, deadline_at,
        listing_id, seller_account_id, fee_credits, ephemeral_key_id)
      SELECT charge_id, payer, plan, unit, quantity, credits, from_pool, from_wallet, routing, price, cycle,
        credential_id, voice_id, model, request_id, reserved_at, deadline_at, listing_id, seller_account_id, fee,
        ephemeral_key_id
      FROM part WHERE is_taken
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, payer, 'reserve', cycle, moved.unit, from_book, to_book, amount, reserved_at,
        charge_id
      FROM part, LATERAL (VALUES
        (1, 'credit', 'pool', 'pool_held', from_pool),
        (2, 'micro', 'wallet', 'wallet_held', from_wallet),
        (3, 'routing', 'routing', 'routing_held', routing)
      ) AS moved (line, unit, from_book, to_book, amount)
      WHERE is_taken AND amount > 0
    )
    SELECT charge_id, is_taken, free_id IS NOT NULL AS was_free, from_pool, from_wallet
      ${db.isTransaction ? sql`` : FLUSH_LATER}
    FROM part LEFT JOIN free ON free_id = payer
  `.execute(db);
  return rows;
}

/** `before` is what the charges of the account ahead of this one take from the pool. */
function partsOf(inputs: readonly ReserveInput[]): Row[] {
  const before = new Map<string, number>();
  return inputs.map((input) => {
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
    };
  });
}
