import { type Caller, Unauthenticated } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { IsAdmin } from '../administrators/index.ts';
import {
  deleteExpiredEphemeralKeys,
  findEphemeralKeyOwner,
  insertEphemeralKey,
  lockSession,
  trimEphemeralKeys,
} from './ephemeral-queries.ts';
import { hashKey, newEphemeralKeyMaterial } from './key-material.ts';
import type { CreatedKey } from './manage-keys.ts';

export const MAX_EPHEMERAL_KEYS = 10;

const LIFETIME_MS = 3_600_000;
const SWEEP_BATCH = 1_000;

/** A session that reaches the limit loses its oldest key, since no browser could say which one it no longer needs. */
export async function createEphemeralKey(
  { tx, clock }: { tx: Tx; clock: Clock },
  sessionId: string,
  { name, permissions }: { name: string; permissions: readonly string[] | null },
): Promise<CreatedKey> {
  const { key, hash, prefix, lastFour } = newEphemeralKeyMaterial();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS);
  const id = uuidv7(createdAt.getTime());
  if (!(await lockSession(tx, sessionId, createdAt)))
    throw new Unauthenticated('Unauthorized: Sign in first.');
  await trimEphemeralKeys(tx, sessionId, MAX_EPHEMERAL_KEYS - 1);
  await insertEphemeralKey(tx, sessionId, { id, hash, createdAt, expiresAt, permissions });
  const record = { id, name, prefix, lastFour, createdAt, expiresAt, permissions, allowedAddresses: null };
  return { ...record, key, lastUsedAt: null, revokedAt: null };
}

/**
 * Acts under the id of its session: all keys of a browser share one rate limit, however many it asks for, and usage is
 * reported for the session.
 */
export async function authenticateEphemeralKey(
  deps: { db: Db; clock: Clock; isAdmin: IsAdmin },
  token: string,
): Promise<Caller | null> {
  const owner = await findEphemeralKeyOwner(deps.db, hashKey(token), deps.clock.now());
  if (!owner) return null;
  return {
    accountId: owner.accountId,
    email: owner.email,
    plan: owner.plan,
    admin: deps.isAdmin(owner),
    credential: { kind: 'key', id: owner.sessionId },
    ...(owner.permissions && { scope: { permissions: owner.permissions, allowedAddresses: null } }),
  };
}

/** Deletes one batch of expired keys and returns its size. */
export function sweepEphemeralKeys({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return deleteExpiredEphemeralKeys(db, clock.now(), SWEEP_BATCH);
}
