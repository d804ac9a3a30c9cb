export { assetData } from './account-data.ts';
export type { StoredMedia } from './asset.ts';
export { checkedName, cleanName, isVisible, nameFor } from './asset-name.ts';

export { FileRequired } from './errors.ts';
export { fetchMedia } from './fetch-media.ts';
export { findAsset, holdAsset } from './find-asset.ts';
export { ASSET_OBJECTS, lockUploads } from './queries.ts';
export { assetRoutes } from './routes.ts';
export { AssetListQuery, UrlRequestSchema as AssetUrlRequest } from './schemas.ts';
export { describeStorage, requireRoomForFilm } from './storage-quota.ts';
export { type MediaDeps, storeMedia } from './store-media.ts';
