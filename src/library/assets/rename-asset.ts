import type { Db } from '../../platform/database/index.ts';
import { type AssetRow, isAssetId } from './asset.ts';
import { checkedName } from './asset-name.ts';
import { found } from './find-asset.ts';
import { updateName } from './queries.ts';

export async function renameAsset(db: Db, accountId: string, id: string, given: string): Promise<AssetRow> {
  const name = checkedName(given);
  return found(isAssetId(id) ? await updateName(db, accountId, id, name) : undefined);
}
