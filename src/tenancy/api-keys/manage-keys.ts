import { cursorAfter, idFromCursor, isUuid, type KeyScope, type Page } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { parseAddressList } from './address-list.ts';
import { newKeyMaterial } from './key-material.ts';
import {
  type ApiKey,
  findKey,
  insertKey,
  type KeyChange,
  lockAndCountKeys,
  markRevoked,
  selectKeys,
  updateKey,
} from './queries.ts';

export const MAX_ACTIVE_KEYS = 50;

export type CreatedKey = ApiKey & {
  /** Shown only once: the database keeps its hash. */
  key: string;
  /** Null: it works until it is revoked. */
  expiresAt: Date | null;
};

const ApiKeyNotFound = domainError('not_found', 'api_key_not_found', 'API key not found.');

const KeyLimitReached = domainError(
  'conflict',
  'key_limit',
  `An account can have ${MAX_ACTIVE_KEYS} active API keys. Revoke one first.`,
);

type KeyDeps = { tx: Tx; clock: Clock };
type NewKey = { name: string } & Partial<KeyScope>;

/** Adds a key for a customer, who may have only so many. */
export async function addKey(deps: KeyDeps, accountId: string, input: NewKey): Promise<CreatedKey> {
  if ((await lockAndCountKeys(deps.tx, accountId)) >= MAX_ACTIVE_KEYS) throw new KeyLimitReached();
  return createKey(deps, accountId, input);
}

export async function createKey(
  deps: KeyDeps,
  accountId: string,
  { name, permissions = null, allowedAddresses = null }: NewKey,
): Promise<CreatedKey> {
  const { key, hash, prefix, lastFour } = newKeyMaterial();
  const createdAt = deps.clock.now();
  const scope = { permissions, allowedAddresses: allowedAddresses && parseAddressList(allowedAddresses) };
  const record = { id: uuidv7(createdAt.getTime()), name, prefix, lastFour, createdAt, ...scope };
  await insertKey(deps.tx, accountId, { ...record, hash });
  return { ...record, key, lastUsedAt: null, revokedAt: null, expiresAt: null };
}

export async function listKeys(
  deps: { db: Db },
  accountId: string,
  page: Page,
): Promise<{ keys: ApiKey[]; nextCursor: string | null }> {
  const before = idFromCursor(page.cursor);
  const keys = await selectKeys(deps.db, accountId, { limit: page.limit + 1, before });
  return { keys: keys.slice(0, page.limit), nextCursor: cursorAfter(keys, page.limit) };
}

/** Throws when the account has no such key. */
export async function readKey(deps: { db: Db }, accountId: string, keyId: string): Promise<ApiKey> {
  const key = isUuid(keyId) ? await findKey(deps.db, accountId, keyId) : null;
  if (!key) throw new ApiKeyNotFound();
  return key;
}

/** Takes effect with the next request of the key, on every node. A revoked key cannot be changed. */
export async function changeKey(
  { tx, clock }: KeyDeps,
  { accountId, keyId, by }: { accountId: string; keyId: string; by: Actor },
  { allowedAddresses, ...change }: KeyChange,
): Promise<ApiKey> {
  const before = isUuid(keyId) ? await findKey(tx, accountId, keyId) : null;
  const addresses = allowedAddresses && parseAddressList(allowedAddresses);
  const key = before && (await updateKey(tx, accountId, keyId, { ...change, allowedAddresses: addresses }));
  if (!key) throw new ApiKeyNotFound();
  const facts = { before: { permissions: before.permissions }, after: { permissions: key.permissions } };
  const personal = { before: personalOf(before), after: personalOf(key) };
  const changed = { accountId, by, event: 'api_key.changed', subject: keyId, ...facts, personal } as const;
  await recordAuditEvent({ tx, clock }, changed);
  return key;
}

function personalOf({ name, allowedAddresses }: ApiKey) {
  return { name, allowed_addresses: allowedAddresses };
}

/** Safe to repeat. */
export async function revokeKey(
  deps: { db: Db; clock: Clock },
  { accountId, keyId, by }: { accountId: string; keyId: string; by: Actor },
): Promise<ApiKey> {
  return deps.db.transaction().execute(async (tx) => {
    const before = isUuid(keyId) ? await findKey(tx, accountId, keyId) : null;
    const key = before && (await markRevoked(tx, accountId, keyId, deps.clock.now()));
    if (!key) throw new ApiKeyNotFound();
    const event = {
      event: 'api_key.revoked',
      subject: keyId,
      personal: { after: { name: key.name } },
    } as const;
    if (before.revokedAt === null) await recordAuditEvent({ ...deps, tx }, { accountId, by, ...event });
    return key;
  });
}
