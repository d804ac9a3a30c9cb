import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { newKeyMaterial } from './key-material.ts';
import { type ApiKey, insertKey } from './queries.ts';

export type CreatedKey = ApiKey & {
  /** The only time that the key itself is known. */
  key: string;
};

export async function createKey(
  deps: { tx: Tx; clock: Clock },
  accountId: string,
  input: { name: string },
): Promise<CreatedKey> {
  const { key, hash, prefix, lastFour } = newKeyMaterial();
  const createdAt = deps.clock.now();
  const record = { id: uuidv7(createdAt.getTime()), name: input.name, prefix, lastFour, createdAt };
  await insertKey(deps.tx, accountId, { ...record, hash });
  return { ...record, key, lastUsedAt: null, revokedAt: null };
}
