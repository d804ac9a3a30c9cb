import { type Caller, commonPermissions, type KeyScope } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { IsAdmin } from '../administrators/index.ts';
import { holdSession } from '../sessions/index.ts';
import {
  deleteExpiredEphemeralKeys,
  type EphemeralKeyOwner,
  findEphemeralKeyOwner,
  insertEphemeralKey,
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
  await holdSession({ tx, clock }, sessionId);
  await trimEphemeralKeys(tx, sessionId, MAX_EPHEMERAL_KEYS - 1);
  const stored = { id, createdAt, expiresAt, permissions, allowedAddresses: null };
  await insertEphemeralKey(tx, { sessionId }, { ...stored, hash, agentId: null });
  return { ...stored, name, prefix, lastFour, key, lastUsedAt: null, revokedAt: null };
}

/**
 * Acts under the id of what made it. The keys of a session share one rate limit, however many the browser asks for. A key
 * that an API key made has a rate limit of its own, so that no user slows another down.
 */
export async function authenticateEphemeralKey(
  deps: { db: Db; clock: Clock; isAdmin: IsAdmin },
  token: string,
): Promise<Caller | null> {
  const owner = await findEphemeralKeyOwner(deps.db, hashKey(token), deps.clock.now());
  if (!owner) return null;
  const { accountId, email, plan, id: ephemeralKeyId, maker, makerId, agentId, expiresAt } = owner;
  const bySession = maker === 'session';
  return {
    accountId,
    email,
    plan,
    admin: bySession && deps.isAdmin(owner),
    credential: { kind: 'ephemeral', id: makerId, ...(!bySession && { ephemeralKeyId }) },
    endsAt: expiresAt,
    ...scopeOf(owner),
    ...(agentId !== null && { agentId }),
  };
}

/** A change of the maker's permissions holds for the keys that it made. Its addresses are those of a server. */
function scopeOf(owner: EphemeralKeyOwner): { scope?: KeyScope } {
  const { permissions, allowedAddresses, makerPermissions } = owner;
  if (!permissions) return {};
  return { scope: { permissions: commonPermissions(permissions, makerPermissions), allowedAddresses } };
}

/** Deletes one batch of expired keys and returns its size. */
export function sweepEphemeralKeys({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return deleteExpiredEphemeralKeys(db, clock.now(), SWEEP_BATCH);
}
