export { type AuthenticateKeyDeps, authenticateKey } from './authenticate-key.ts';
export { sweepEphemeralKeys } from './ephemeral-keys.ts';
export type { CreditLimits } from './issue-key.ts';
export { createKeyUsage, type KeyUsage, type KeyUsageDeps } from './key-usage.ts';
export { type CreatedKey, createKey, listKeys, MAX_ACTIVE_KEYS, readKey } from './manage-keys.ts';
export { type ApiKey, revokeAllKeys, selectKeyNames } from './queries.ts';
export { type ApiKeyRoutesDeps, apiKeyRoutes } from './routes.ts';
export { viewOfKey } from './schemas.ts';
