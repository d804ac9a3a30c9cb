import type { Caller } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { IsAdmin } from '../administrators/index.ts';
import { authenticateEphemeralKey } from './ephemeral-keys.ts';
import { hashKey, looksLikeEphemeralKey, looksLikeKey } from './key-material.ts';
import type { KeyUsage } from './key-usage.ts';
import { findKeyOwner } from './queries.ts';

export type AuthenticateKeyDeps = {
  db: Db;
  clock: Clock;
  keyUsage: Pick<KeyUsage, 'saw'>;
  isAdmin: IsAdmin;
};

/** Keys are not cached, so that one revoked on one node stops working on every node at once. */
export async function authenticateKey(deps: AuthenticateKeyDeps, token: string): Promise<Caller | null> {
  if (looksLikeEphemeralKey(token)) return authenticateEphemeralKey(deps, token);
  if (!looksLikeKey(token)) return null;
  const owner = await findKeyOwner(deps.db, hashKey(token));
  if (!owner) return null;
  deps.keyUsage.saw(owner.keyId);
  const { permissions, allowedAddresses } = owner;
  return {
    accountId: owner.accountId,
    email: owner.email,
    plan: owner.plan,
    admin: deps.isAdmin(owner),
    credential: { kind: 'key', id: owner.keyId },
    hasPronunciations: owner.hasPronunciations,
    ...((permissions || allowedAddresses) && { scope: { permissions, allowedAddresses } }),
  };
}
