import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';

type Deps = { db: Db; clock: Clock };

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

/** @param accountId Who adds a passkey; null for a sign-in. */
export async function keepChallenge(deps: Deps, challenge: string, accountId: string | null): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + CHALLENGE_LIFETIME_MS);
  await sql`
    INSERT INTO passkey_challenges (challenge_hash, account_id, expires_at)
    VALUES (${hashOf(challenge)}::bytea, ${accountId}, ${expiresAt})`.execute(deps.db);
}

/** Of several uses at once, one succeeds. */
export async function spendChallenge(
  deps: Deps,
  challenge: string,
  accountId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM passkey_challenges
    WHERE challenge_hash = ${hashOf(challenge)}::bytea AND account_id IS NOT DISTINCT FROM ${accountId}::uuid
      AND expires_at > ${deps.clock.now()}
    RETURNING expires_at`.execute(deps.db);
  return rows.length > 0;
}

/** Across tenants, for the sweep. */
export async function sweepPasskeyChallenges(deps: Deps): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM passkey_challenges WHERE expires_at <= ${deps.clock.now()}`.execute(deps.db);
  return Number(numAffectedRows ?? 0);
}

function hashOf(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest();
}
