import type { EnvironmentReader } from './reader.ts';

export type DataKey = { id: string; secret: string };

/** The first one seals; all of them open. */
export type DataKeys = readonly [DataKey, ...DataKey[]];

/** Made from SESSION_SECRET. Before keys had ids, everything was sealed this way. */
export const SESSION_KEY_ID = 'session-secret';
/** Generated once and kept in DATA_DIR. */
export const KEPT_KEY_ID = 'kept';

const KEY_ID = /^[a-z0-9][a-z0-9-]{0,31}$/;

const SECRET_CHARACTERS = 32;

/** `id:secret,id:secret`: the first one seals, the others open what they sealed before. */
export function readDataKeys(read: EnvironmentReader): DataKey[] {
  const keys = read.list('DATA_KEYS').map((item) => {
    const at = item.indexOf(':');
    return { id: item.slice(0, Math.max(at, 0)), secret: item.slice(at + 1).trim() };
  });
  const example = 'set id:secret, e.g. 2026:$(openssl rand -hex 32), the newest first, separated by commas';
  const report = (problem: string) => read.report('DATA_KEYS', problem, example);
  if (!keys.every(({ id }) => KEY_ID.test(id)))
    report('has a key without an id of 1 to 32 lowercase letters, digits and dashes');
  else if (keys.some(({ id }) => id === SESSION_KEY_ID)) report(`uses the reserved id "${SESSION_KEY_ID}"`);
  else if (keys.some(({ secret }) => secret.length < SECRET_CHARACTERS))
    report(`has a secret of fewer than ${SECRET_CHARACTERS} characters`);
  else if (new Set(keys.map(({ id }) => id)).size < keys.length) report('has two keys with the same id');
  return keys;
}
