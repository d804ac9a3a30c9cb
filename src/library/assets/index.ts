export { assetData } from './account-data.ts';
export type { AssetRow, FileFacts, StoredMedia } from './asset.ts';
export type { IsAssetInUse } from './delete-asset.ts';
export { AssetInUse, AssetNotFound, MediaUrlFailed } from './errors.ts';
export { fetchMedia } from './fetch-media.ts';
export { findAsset, holdAsset } from './find-asset.ts';
export { type AssetDeps, assetRoutes } from './routes.ts';
export { describeStorage } from './storage-quota.ts';
export { type MediaDeps, storeMedia } from './store-media.ts';
