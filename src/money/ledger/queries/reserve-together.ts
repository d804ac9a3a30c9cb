import { type Columns, type Db, type Row, sql, tableOf } from '../../../platform/database/index.ts';
import { creditsToReserve } from '../charge.ts';
import { FEW } from './few.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import type { ReserveInput } from './reserve.ts';
import { takenOf } from './take-from-wallet.ts';

export type JointRow = {
  charge_id: string;
  /** Null: nothing was taken for this charge. */
  from_pool: number | null;
  from_wallet: number;
  /** False: somebody else held the wallet, so its balance was not looked at. */
  was_free: boolean;
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

/**
 * Like `insertReservation` for charges of many accounts; those of one account are taken together or not at all, and must
 * have one price. A wallet that somebody holds is passed over, so that no tenant waits for another's.
 */
export async function insertJointReservations(db: Db, inputs: readonly ReserveInput[]): Promise<JointRow[]> {
  const taken = takenOf({
    credits: sql`total_credits`,
    routing: sql`total_routing`,
    microsPerCredit: sql`price`,
    now: sql`latest`,
  });
  const { rows } = await sql<JointRow>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM ${tableOf(PART, partsOf(inputs))} WHERE ${FEW}
    ), total AS MATERIALIZED (
      SELECT payer, sum(credits)::bigint AS total_credits, sum(routing)::bigint AS total_routing,
        max(price)::bigint AS price, max(reserved_at) AS latest
      FROM asked GROUP BY payer
    ), free AS MATERIALIZED (
      SELECT account_id AS free_id FROM wallets WHERE account_id IN (SELECT payer FROM total)
      FOR NO KEY UPDATE SKIP LOCKED
    ), wallet AS (
      UPDATE wallets SET ${taken.assignments}
      FROM total JOIN free ON free_id = payer
      WHERE account_id = payer AND ${taken.isCovered}
        AND NOT EXISTS (SELECT FROM key_limits k WHERE k.account_id = payer)
      RETURNING account_id, cycle, moved_pool
    ), part AS MATERIALIZED (
      SELECT asked.*, cycle, nextval('ledger_transaction_ids') AS transaction_id,
        GREATEST(0, LEAST(credits, moved_pool - before)) AS from_pool,
        (credits - GREATEST(0, LEAST(credits, moved_pool - before))) * price AS from_wallet
      FROM wallet JOIN asked ON payer = account_id
    ), charge AS (
      INSERT INTO charges (id, account_id, plan, unit, quantity, credits, pool_credits, wallet_micros, routing_credits,
        micros_per_credit, cycle, credential_id, voice_id, model, request_id, reserved_at, deadline_at,
        listing_id, seller_account_id, fee_credits, ephemeral_key_id)
      SELECT charge_id, payer, plan, unit, quantity, credits, from_pool, from_wallet, routing, price, cycle,
        credential_id, voice_id, model, request_id, reserved_at, deadline_at, listing_id, seller_account_id, fee,
        ephemeral_key_id
      FROM part
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, payer, 'reserve', cycle, moved.unit, from_book, to_book, amount, reserved_at,
        charge_id
      FROM part, LATERAL (VALUES
        (1, 'credit', 'pool', 'pool_held', from_pool),
        (2, 'micro', 'wallet', 'wallet_held', from_wallet),
        (3, 'routing', 'routing', 'routing_held', routing)
      ) AS moved (line, unit, from_book, to_book, amount)
      WHERE amount > 0
    )
    SELECT asked.charge_id, from_pool, from_wallet, free_id IS NOT NULL AS was_free,
      -- As for a single reservation: the settlement flushes it too.
      set_config('synchronous_commit', 'off', true)
    FROM asked LEFT JOIN part ON part.charge_id = asked.charge_id LEFT JOIN free ON free_id = asked.payer
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
