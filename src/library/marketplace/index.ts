export { marketplaceData } from './account-data.ts';
export { marketplaceAdminRoutes } from './admin-routes.ts';
export { createCatalogListings } from './browse-listings.ts';
export { browseRoutes } from './browse-routes.ts';
export { marketplaceRoutes } from './routes.ts';
export { sellerRoutes } from './seller-routes.ts';
export { deleteListing } from './unlist-clone.ts';
