import type { Tx } from '../../platform/database/index.ts';
import { type AssetRow, newAssetId } from './asset.ts';
import { adoptObject, bringIn, discardObject } from './loose-objects.ts';
import { insertAsset, insertFile, selectFileKey } from './queries.ts';
import { examineMedia, type MediaDeps, type StoredMedia, type Tenant } from './store-media.ts';

export type NewFile = { path: string; name: string };
type Options = { signal: AbortSignal; commit?: ((tx: Tx, asset: AssetRow) => Promise<void>) | undefined };

/**
 * Content that the account has already is not stored again. It is looked for within the account only: if it were shared
 * between accounts, the time that an upload takes would tell whether somebody else has the file.
 */
export async function addAsset(
  deps: MediaDeps,
  tenant: Tenant,
  { path, name }: NewFile,
  { signal, commit }: Options,
): Promise<AssetRow> {
  const { accountId } = tenant;
  const facts = await examineMedia(deps, tenant, path, signal);
  const now = deps.clock.now();
  const asset = { id: newAssetId(now), name, created_at: now };

  const refer = (objectKey: string, hold: (tx: Tx) => Promise<boolean>): Promise<AssetRow | null> =>
    deps.db.transaction().execute(async (tx) => {
      if (!(await hold(tx))) return null;
      await insertAsset(tx, { id: asset.id, accountId, name, objectKey, now });
      const row = { ...facts, ...asset, object_key: objectKey };
      await commit?.(tx, row);
      return row;
    });

  // Another turn is needed only when an upload or a deletion of the same content came between.
  for (;;) {
    const known = await selectFileKey(deps.db, accountId, facts.sha256);
    const added = known
      ? await refer(
          known,
          async (tx) => (await selectFileKey(tx, accountId, facts.sha256, 'share')) === known,
        )
      : await storeAndRefer(deps, tenant, path, facts, refer);
    if (added) return added;
  }
}

async function storeAndRefer(
  deps: MediaDeps,
  { accountId }: Tenant,
  path: string,
  facts: Omit<StoredMedia, 'object_key'>,
  refer: (objectKey: string, hold: (tx: Tx) => Promise<boolean>) => Promise<AssetRow | null>,
): Promise<AssetRow | null> {
  const objectKey = await bringIn(deps, accountId, { path, contentType: facts.content_type });
  let added: AssetRow | null = null;
  try {
    added = await refer(objectKey, async (tx) => {
      if (!(await insertFile(tx, accountId, objectKey, facts))) return false;
      await adoptObject(tx, objectKey);
      return true;
    });
    return added;
  } finally {
    if (!added) await discardObject(deps, objectKey);
  }
}
