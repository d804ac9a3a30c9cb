export { clientSecretRoutes } from './client-secrets.ts';
export { realtimeModels } from './models.ts';
export { realtimeRoutes } from './routes.ts';
