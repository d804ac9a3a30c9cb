import { isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { ApiKeyNotFound } from './errors.ts';
import { type ApiKey, markRevoked } from './queries.ts';

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
