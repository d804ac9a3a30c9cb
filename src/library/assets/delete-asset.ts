import type { Db } from '../../platform/database/index.ts';
import { deleteMarkedObjects, markForDeletion, type ObjectDeps } from '../../platform/storage/index.ts';
import { isAssetId } from './asset.ts';
import { AssetInUse } from './errors.ts';
import { found } from './find-asset.ts';
import { deleteLocked, selectAsset } from './queries.ts';

/** Whether an unfinished job uses the asset. */
export type IsAssetInUse = (db: Db, assetId: string) => Promise<boolean>;

export async function deleteAsset(
  deps: ObjectDeps & { isAssetInUse: IsAssetInUse },
  accountId: string,
  id: string,
): Promise<void> {
  const markedKey = await deps.db.transaction().execute(async (tx) => {
    // Both rows stay locked, so that no job can start with it and the second of two deletions sees that it is the last.
    const asset = found(isAssetId(id) ? await selectAsset(tx, accountId, id, 'update') : undefined);
    if (await deps.isAssetInUse(tx, id)) throw new AssetInUse();
    if (!(await deleteLocked(tx, asset))) return null;
    await markForDeletion(deps, tx, asset.object_key);
    return asset.object_key;
  });
  if (markedKey) await deleteMarkedObjects(deps, [markedKey]);
}
