import { type Db, sql } from '../../../platform/database/index.ts';
import { type ChargeRequest, creditsToReserve, keysOf } from '../charge.ts';
import { INSERT_CHARGE_POSTINGS } from './postings.ts';
import { takeFromWallet } from './take-from-wallet.ts';

export type ReservedRow = { from_pool: number; from_wallet: number };

export type ReserveInput = ChargeRequest & {
  chargeId: string;
  microsPerCredit: number;
  now: Date;
  deadlineAt: Date;
  limitsCounted: boolean;
};

/**
 * A reservation need not be on disk before the work starts: the settlement flushes it too, and a crash before that
 * amounts to a release. Inside a caller's transaction this would weaken that transaction, so it is left out there.
 */
const FLUSH_LATER = sql`, set_config('synchronous_commit', 'off', true)`;

/** Guard, charge and postings in one statement. */
export async function insertReservation(db: Db, input: ReserveInput): Promise<ReservedRow | undefined> {
  const { fee, routingCredits = 0 } = input;
  const uncountedKeys = input.limitsCounted ? [] : keysOf(input);
  const credits = creditsToReserve(input);
  const routing = sql`${routingCredits}::bigint`;
  const result = await sql<ReservedRow>`
    WITH wallet AS (
      ${takeFromWallet({ ...input, credits, routingCredits, uncountedKeys })}
      RETURNING account_id, cycle, moved_pool, moved_micros, nextval('ledger_transaction_ids') AS transaction_id
    ), charge AS (
      INSERT INTO charges (id, account_id, plan, unit, quantity, credits, pool_credits, wallet_micros, routing_credits,
        micros_per_credit, cycle, credential_id, voice_id, model, request_id, reserved_at, deadline_at,
        listing_id, seller_account_id, fee_credits, ephemeral_key_id)
      SELECT ${input.chargeId}::uuid, account_id, ${input.plan}::text, ${input.unit}::text, ${input.quantity}::bigint,
        ${credits}::bigint, moved_pool, moved_micros, ${routing}, ${input.microsPerCredit}::integer, cycle,
        ${input.credentialId}::text, ${input.voiceId ?? null}::text, ${input.model ?? null}::text,
        ${input.requestId}::text, ${input.now}::timestamptz, ${input.deadlineAt}::timestamptz,
        ${fee?.listingId ?? null}::uuid, ${fee?.sellerAccountId ?? null}::uuid, ${fee?.credits ?? 0}::bigint,
        ${input.ephemeralKeyId ?? null}::text
      FROM wallet
    ), posting AS (
      ${INSERT_CHARGE_POSTINGS}
      SELECT transaction_id, line, account_id, 'reserve', cycle, unit, from_book, to_book, amount,
        ${input.now}::timestamptz, ${input.chargeId}::uuid
      FROM wallet, LATERAL (VALUES
        (1, 'credit', 'pool', 'pool_held', moved_pool),
        (2, 'micro', 'wallet', 'wallet_held', moved_micros),
        (3, 'routing', 'routing', 'routing_held', ${routing})
      ) AS moved (line, unit, from_book, to_book, amount)
      WHERE amount > 0
    )
    SELECT moved_pool AS from_pool, moved_micros AS from_wallet ${db.isTransaction ? sql`` : FLUSH_LATER} FROM wallet
  `.execute(db);
  return result.rows[0];
}
