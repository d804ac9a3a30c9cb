import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { ByteRange, Storage, StoredObject } from '../../platform/storage/index.ts';
import { type AssetRow, isAssetId } from './asset.ts';
import { AssetNotFound } from './errors.ts';
import { selectAsset, selectAssets } from './queries.ts';

export async function findAsset(db: Db, accountId: string, id: string): Promise<AssetRow> {
  return found(isAssetId(id) ? await selectAsset(db, accountId, id) : undefined);
}

/** Finds the asset like `findAsset`, and keeps it from being deleted until the transaction ends. */
export async function holdAsset(tx: Tx, accountId: string, id: string): Promise<AssetRow> {
  return found(isAssetId(id) ? await selectAsset(tx, accountId, id, 'share') : undefined);
}

export async function listAssets(
  db: Db,
  accountId: string,
  { limit, cursor, kind }: Page & { kind?: string | undefined },
): Promise<{ assets: AssetRow[]; nextCursor: string | null }> {
  const before = idFromCursor(cursor, 'asset');
  const rows = await selectAssets(db, accountId, { limit, before, kind });
  return { assets: rows.slice(0, limit), nextCursor: cursorAfter(rows, limit) };
}

export async function openAssetFile(
  storage: Storage,
  { object_key }: AssetRow,
  range: ByteRange | undefined,
): Promise<StoredObject> {
  const stored = await storage.get(object_key, range && { range });
  // Rows are deleted before files, so this asset has just been deleted.
  if (!stored) throw new AssetNotFound();
  return stored;
}

export function found(asset: AssetRow | undefined): AssetRow {
  if (!asset) throw new AssetNotFound();
  return asset;
}
