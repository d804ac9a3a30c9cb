import { type Db, sql } from '../../../platform/database/index.ts';
import { type ChargeRequest, creditsToReserve, keysOf } from '../charge.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import { takeFromWallet } from './take-from-wallet.ts';

export type ReserveAllInput = {
  accountId: string;
  plan: string;
  /** Of all together. */
  credits: number;
  routingCredits: number;
  microsPerCredit: number;
  now: Date;
  limitsCounted: boolean;
  requests: readonly (Omit<ChargeRequest, 'accountId' | 'plan' | 'deadlineMs'> & {
    chargeId: string;
    deadlineAt: Date;
  })[];
};

export type ReservedPart = { charge_id: string; from_pool: number };

/** Like `insertReservation` for many charges, all or none. The first ones use up the pool. */
export async function insertReservations(
  db: Db,
  input: ReserveAllInput,
): Promise<ReservedPart[] | undefined> {
  const micros = sql`${input.microsPerCredit}::bigint`;
  const keys = new Set(input.requests.flatMap(keysOf));
  const result = await sql<ReservedPart>`
    WITH wallet AS (
      ${takeFromWallet({ ...input, uncountedKeys: input.limitsCounted ? [] : [...keys] })}
      RETURNING account_id, cycle, moved_pool
    ), part AS MATERIALIZED (
      SELECT one.*, account_id, cycle, nextval('ledger_transaction_ids') AS transaction_id,
        GREATEST(0, LEAST(credits, moved_pool - before)) AS from_pool,
        (credits - GREATEST(0, LEAST(credits, moved_pool - before))) * ${micros} AS from_wallet
      FROM wallet, jsonb_to_recordset(${JSON.stringify(partsOf(input))}::jsonb) AS one (charge_id uuid, unit text,
        quantity bigint, credits bigint, before bigint, routing bigint, credential_id text, voice_id text, model text,
        request_id text, deadline_at timestamptz, listing_id uuid, seller_account_id uuid, fee bigint,
        ephemeral_key_id text)
    ), charge AS (
      INSERT INTO charges (id, account_id, plan, unit, quantity, credits, pool_credits, wallet_micros, routing_credits,
        micros_per_credit, cycle, credential_id, voice_id, model, request_id, reserved_at, deadline_at,
        listing_id, seller_account_id, fee_credits, ephemeral_key_id)
      SELECT charge_id, account_id, ${input.plan}::text, unit, quantity, credits, from_pool, from_wallet, routing,
        ${input.microsPerCredit}::integer, cycle, credential_id, voice_id, model, request_id,
        ${input.now}::timestamptz, deadline_at, listing_id, seller_account_id, fee, ephemeral_key_id
      FROM part
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, account_id, 'reserve', cycle, moved.unit, from_book, to_book, amount,
        ${input.now}::timestamptz, charge_id
      FROM part, LATERAL (VALUES
        (1, 'credit', 'pool', 'pool_held', from_pool),
        (2, 'micro', 'wallet', 'wallet_held', from_wallet),
        (3, 'routing', 'routing', 'routing_held', routing)
      ) AS moved (line, unit, from_book, to_book, amount)
      WHERE amount > 0
    )
    SELECT charge_id, from_pool FROM part
  `.execute(db);
  return result.rows.length > 0 ? result.rows : undefined;
}

/** `before` is what the charges ahead of this one take from the pool. */
function partsOf({ requests }: ReserveAllInput): object[] {
  let before = 0;
  return requests.map((request) => {
    const part = {
      charge_id: request.chargeId,
      unit: request.unit,
      quantity: request.quantity,
      credits: creditsToReserve(request),
      before,
      routing: request.routingCredits ?? 0,
      credential_id: request.credentialId,
      voice_id: request.voiceId ?? null,
      model: request.model ?? null,
      request_id: request.requestId,
      deadline_at: request.deadlineAt,
      listing_id: request.fee?.listingId ?? null,
      seller_account_id: request.fee?.sellerAccountId ?? null,
      fee: request.fee?.credits ?? 0,
      ephemeral_key_id: request.ephemeralKeyId ?? null,
    };
    before += part.credits;
    return part;
  });
}
