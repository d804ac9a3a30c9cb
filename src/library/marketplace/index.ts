export { marketplaceRoutes } from './routes.ts';
export { deleteListing } from './unlist-clone.ts';
