import { type Caller, grants, KeyPermissionDenied, Unauthenticated, usePartOf } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { domainError, fieldFault } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { parseAddressList } from './address-list.ts';
import { insertEphemeralKey, lockMakerAndCount } from './ephemeral-queries.ts';
import type { CreditLimits } from './issue-key.ts';
import { newEphemeralKeyMaterial } from './key-material.ts';

/** One API key may have this many at a time. Beyond it the request is refused: replacing the oldest would cut somebody off. */
export const MAX_LIVE_KEYS = 1_000;
export const LIFETIME_SECONDS = { shortest: 60, longest: 3_600 } as const;

export type EphemeralKeyInput = {
  /** The key gets at most those of the maker. From a whole group it gets the part that uses it. */
  permissions: readonly string[];
  /** The only agent that it may talk to. Whoever calls this has checked that it is the maker's. */
  agentId?: string | undefined;
  lifetimeSeconds?: number | undefined;
  /** Credits for its whole life. Null: what the maker may still use. */
  creditLimit?: number | null | undefined;
  /** Null: everywhere. The maker's own list is for a server and does not apply. */
  allowedAddresses?: readonly string[] | null | undefined;
};

export type IssuedEphemeralKey = {
  id: string;
  /** Shown only once: the database keeps its hash. */
  key: string;
  createdAt: Date;
  expiresAt: Date;
  permissions: readonly string[];
  agentId: string | null;
  allowedAddresses: readonly string[] | null;
  creditLimit: number | null;
};

const TooManyEphemeralKeys = domainError(
  'conflict',
  'key_limit',
  `An API key can have ${MAX_LIVE_KEYS} live ephemeral keys. Wait until some expire, or ask for a shorter lifetime.`,
);

const ApiKeyRequired = domainError(
  'forbidden',
  'forbidden',
  'Only an API key (sk_live_…) can create ephemeral keys.',
);

const AgentWithoutTalk = domainError(
  'invalid',
  'invalid_request',
  fieldFault('agent_id', 'is for a key with the permission talk'),
);

/** Issues a key for the browser of a customer's own user. It works while `maker` does, and no longer than an hour. */
export async function issueEphemeralKey(
  { tx, clock, creditLimits }: { tx: Tx; clock: Clock; creditLimits: Pick<CreditLimits, 'allot'> },
  maker: Caller,
  input: EphemeralKeyInput,
): Promise<IssuedEphemeralKey> {
  const { lifetimeSeconds = LIFETIME_SECONDS.longest, creditLimit = null, agentId = null } = input;
  const permissions = [...new Set(input.permissions.map(usePartOf))];
  if (maker.credential.kind !== 'key') throw new ApiKeyRequired();
  if (agentId !== null && !grants(permissions, 'talk:use')) throw new AgentWithoutTalk();
  for (const permission of permissions)
    if (!grants(maker.scope?.permissions ?? null, permission)) throw new KeyPermissionDenied(permission);
  const apiKeyId = maker.credential.id;
  const createdAt = clock.now();
  const live = await lockMakerAndCount(tx, apiKeyId, createdAt);
  if (live === null) throw new Unauthenticated();
  if (live >= MAX_LIVE_KEYS) throw new TooManyEphemeralKeys();
  const { key, hash } = newEphemeralKeyMaterial();
  const stored = {
    id: uuidv7(createdAt.getTime()),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeSeconds * 1_000),
    permissions,
    agentId,
    allowedAddresses: input.allowedAddresses ? parseAddressList(input.allowedAddresses) : null,
  };
  await insertEphemeralKey(tx, { apiKeyId }, { ...stored, hash });
  const { id: ephemeralKeyId, expiresAt } = stored;
  if (creditLimit !== null)
    await creditLimits.allot(tx, {
      accountId: maker.accountId,
      ephemeralKeyId,
      credits: creditLimit,
      expiresAt,
    });
  return { ...stored, key, creditLimit };
}
