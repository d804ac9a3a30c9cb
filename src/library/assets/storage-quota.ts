import { planOf } from '../../money/plans/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { StorageLimit } from './errors.ts';
import { type StorageUsage, selectUsage } from './queries.ts';

/** The profile shows these figures. */
export async function describeStorage(db: Db, accountId: string) {
  const { plan, assets, bytes } = await usageOf(db, accountId);
  const { assets: maxAssets, assetBytes: maxBytes } = planOf(plan);
  return { assets, max_assets: maxAssets, bytes, max_bytes: maxBytes };
}

/** Reliable only in a transaction that holds `lockUploads`. `bytes` is 0 for content that is already stored. */
export async function requireRoom(db: Db, accountId: string, bytes: number): Promise<void> {
  const usage = await usageOf(db, accountId);
  const plan = planOf(usage.plan);
  if (usage.assets >= plan.assets || usage.bytes + bytes > plan.assetBytes) throw new StorageLimit(plan);
}

/** The same for the film of a dub, which is not an asset but is stored as long. */
export async function requireRoomForFilm(db: Db, accountId: string, bytes: number): Promise<void> {
  const usage = await usageOf(db, accountId);
  const plan = planOf(usage.plan);
  if (usage.bytes + bytes > plan.assetBytes) throw new StorageLimit(plan);
}

async function usageOf(db: Db, accountId: string): Promise<StorageUsage> {
  const usage = await selectUsage(db, accountId);
  if (!usage) throw new Error(`account ${accountId} is gone`);
  return usage;
}
