export { runData } from './account-data.ts';
export { runRoutes } from './routes.ts';
