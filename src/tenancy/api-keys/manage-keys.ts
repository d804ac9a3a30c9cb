import { cursorAfter, idFromCursor, isUuid, type KeyScope, type Page } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { uuidv7 } from '../../platform/ids.ts';
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

export class ApiKeyNotFound extends DomainError {
  constructor() {
    super({ kind: 'not_found', code: 'api_key_not_found', public: 'API key not found.' });
  }
}

export class KeyLimitReached extends DomainError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'key_limit',
      public: `An account can have ${MAX_ACTIVE_KEYS} active API keys. Revoke one first.`,
    });
  }
}

type KeyDeps = { tx: Tx; clock: Clock };
type NewKey = { name: string } & Partial<KeyScope>;

/** For customers, who are limited. */
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
  { tx }: { tx: Tx },
  accountId: string,
  keyId: string,
  { allowedAddresses, ...change }: KeyChange,
): Promise<ApiKey> {
  const addresses = allowedAddresses && parseAddressList(allowedAddresses);
  const key = isUuid(keyId)
    ? await updateKey(tx, accountId, keyId, { ...change, allowedAddresses: addresses })
    : null;
  if (!key) throw new ApiKeyNotFound();
  return key;
}

/** Safe to repeat. */
export async function revokeKey(
  deps: { db: Db; clock: Clock },
  accountId: string,
  keyId: string,
): Promise<ApiKey> {
  const key = isUuid(keyId) ? await markRevoked(deps.db, accountId, keyId, deps.clock.now()) : null;
  if (!key) throw new ApiKeyNotFound();
  return key;
}
