export { admitKeys, findMissingKeys, opensProof, retireOtherKeys } from './admit-keys.ts';
export { DataKeyMissing, SecretUnreadable } from './errors.ts';
export { dropUnreadableSecrets, keepSecret, SEALED_KEPT_SECRETS } from './kept-secrets.ts';
export { resealAll, type SealedColumn } from './reseal.ts';
export { createSealing, type Seal, type Sealing } from './sealing.ts';
