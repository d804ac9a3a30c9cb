export { admitKeys, retireOtherKeys } from './admit-keys.ts';
export { DataKeyMissing, SecretUnreadable } from './errors.ts';
export { dropUnreadableSecrets, keepSecret, SEALED_KEPT_SECRETS } from './kept-secrets.ts';
export { type Resealed, resealAll, type SealedColumn } from './reseal.ts';
export { createSealing, type Purpose, type Seal, type Sealing } from './sealing.ts';
