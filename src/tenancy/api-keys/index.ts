export { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
export { type CreatedKey, createKey } from './create-key.ts';
export { createKeyUsage, type KeyUsage, type KeyUsageDeps } from './key-usage.ts';
export type { ApiKey } from './queries.ts';
export { type ApiKeyRoutesDeps, apiKeyRoutes } from './routes.ts';
