import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';

import { deriveKey, hmac, sameBytes } from '../sessions/index.ts';

type Deps = { db: Db; clock: Clock };
type SealDeps = { clock: Clock; sessionSecret: string };

export const CHALLENGE_LIFETIME_MS = 5 * 60_000;

const NONCE_BYTES = 16;
const SEALED_FROM = NONCE_BYTES + 8;

/**
 * Anybody may ask for one, however often, so it is kept nowhere: it holds its end and a seal. Only one that was used is
 * stored, until it could not be used again.
 */
export function newSignInChallenge({ clock, sessionSecret }: SealDeps): Uint8Array<ArrayBuffer> {
  const end = Buffer.alloc(8);
  end.writeBigUInt64BE(BigInt(clock.now().getTime() + CHALLENGE_LIFETIME_MS));
  const body = Buffer.concat([randomBytes(NONCE_BYTES), end]);
  return Uint8Array.from(Buffer.concat([body, sealOf(sessionSecret, body)]));
}

function sealOf(sessionSecret: string, body: Uint8Array): Buffer {
  return hmac(deriveKey(sessionSecret, 'passkey-challenge'), body);
}

/** If a challenge is used several times at once, one use succeeds. */
export async function spendSignInChallenge(deps: Deps & SealDeps, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, SEALED_FROM);
  if (!sameBytes(bytes.subarray(SEALED_FROM), sealOf(deps.sessionSecret, body))) return false;
  const endMs = Number(body.readBigUInt64BE(NONCE_BYTES));
  if (endMs <= deps.clock.now().getTime()) return false;
  // Kept longer than it is valid: the clock of another node may be behind.
  const expiresAt = new Date(endMs + CHALLENGE_LIFETIME_MS);
  const { rows } = await sql`
    INSERT INTO passkey_challenges (challenge_hash, expires_at)
    VALUES (${hashOf(bytes)}::bytea, ${expiresAt})
    ON CONFLICT (challenge_hash) DO NOTHING RETURNING expires_at`.execute(deps.db);
  return rows.length > 0;
}

/** One to add a passkey to the account. */
export async function keepChallenge(deps: Deps, challenge: string, accountId: string): Promise<void> {
  const expiresAt = new Date(deps.clock.now().getTime() + CHALLENGE_LIFETIME_MS);
  await sql`
    INSERT INTO passkey_challenges (challenge_hash, account_id, expires_at)
    VALUES (${hashOf(challenge)}::bytea, ${accountId}, ${expiresAt})`.execute(deps.db);
}

/** If a challenge is used several times at once, one use succeeds. */
export async function spendChallenge(deps: Deps, challenge: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM passkey_challenges
    WHERE challenge_hash = ${hashOf(challenge)}::bytea AND account_id = ${accountId}::uuid
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

function hashOf(challenge: string | Uint8Array): Buffer {
  return createHash('sha256').update(challenge).digest();
}
