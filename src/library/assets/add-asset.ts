import type { Tx } from '../../platform/database/index.ts';
import { adoptObject, discardObjects } from '../../platform/storage/index.ts';
import { type AssetRow, newAssetId, type StoredMedia } from './asset.ts';
import { insertAsset, insertFile, lockUploads, selectFileKey } from './queries.ts';
import { requireRoom } from './storage-quota.ts';
import { examineMedia, type MediaDeps, storeFile, type Tenant } from './store-media.ts';

type NewFile = { path: string; name: string };
type Options = { signal: AbortSignal; commit?: (tx: Tx, asset: AssetRow) => Promise<void> };

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
  const named = { ...facts, id: newAssetId(now), name, created_at: now };

  // Repeats only when the same content was uploaded or deleted in the meantime.
  for (;;) {
    const known = await selectFileKey(deps.db, accountId, facts.sha256);
    const newBytes = known ? 0 : facts.bytes;
    // An early refusal saves storing the file; the check under the lock decides.
    await requireRoom(deps.db, accountId, newBytes);
    const object_key = known ?? (await storeFile(deps, accountId, path, facts.content_type));
    const asset = { ...named, object_key };
    const hold = known ? isStillThere : takeIn;
    let added = false;
    try {
      added = await deps.db.transaction().execute(async (tx) => {
        await lockUploads(tx, accountId);
        await requireRoom(tx, accountId, newBytes);
        if (!(await hold(tx, accountId, asset))) return false;
        await insertAsset(tx, accountId, asset);
        await commit?.(tx, asset);
        return true;
      });
    } finally {
      if (!known && !added) await discardObjects(deps, [object_key]);
    }
    if (added) return asset;
  }
}

async function isStillThere(tx: Tx, accountId: string, file: StoredMedia): Promise<boolean> {
  return (await selectFileKey(tx, accountId, file.sha256, 'share')) === file.object_key;
}

async function takeIn(tx: Tx, accountId: string, file: StoredMedia): Promise<boolean> {
  if (!(await insertFile(tx, accountId, file))) return false;
  await adoptObject(tx, file.object_key);
  return true;
}
