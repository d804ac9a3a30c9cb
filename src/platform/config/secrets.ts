import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataKey, type DataKeys, KEPT_KEY_ID, SESSION_KEY_ID } from './data-keys.ts';

type Named = { sessionSecret: string; workerSecret: string };
export type Secrets = Named & { dataKeys: DataKeys };

type SecretSettings = {
  dataDir: string;
  sessionSecret: string | undefined;
  workerSecret: string | undefined;
  dataKeys: DataKey[];
};

/** What is generated lies in these files of DATA_DIR. The demo key is one of them, although it is no part of the configuration. */
export const SECRET_FILES = { named: 'secrets.json', dataKey: 'data-key.json', demoKey: 'demo-key' };

/** What `loadSecrets` would return, if it had nothing to generate. Otherwise null, and nothing is generated. */
export function findSecrets(config: SecretSettings): Secrets | null {
  const { sessionSecret, workerSecret, dataDir, dataKeys } = config;
  const isNamed = sessionSecret !== undefined && workerSecret !== undefined;
  if (!isNamed && !existsSync(join(dataDir, SECRET_FILES.named))) return null;
  const needsKey = dataKeys.length === 0 && sessionSecret === undefined;
  if (needsKey && !existsSync(join(dataDir, SECRET_FILES.dataKey))) return null;
  return secretsWith(config, readKept);
}

/**
 * Outside production an unset secret is generated once and kept, so that sessions survive a restart.
 * In production `parseConfig` has already refused an unset secret.
 */
export function loadSecrets(config: SecretSettings): Secrets {
  return secretsWith(config, readOrCreate);
}

type Kept = <T extends object>(path: string, create: () => T) => T;

function secretsWith(config: SecretSettings, kept: Kept): Secrets {
  const { sessionSecret, workerSecret, dataDir } = config;
  const given = sessionSecret && workerSecret ? { sessionSecret, workerSecret } : null;
  const generated = given ?? kept(join(dataDir, SECRET_FILES.named), newSecrets);
  const named = {
    sessionSecret: sessionSecret ?? generated.sessionSecret,
    workerSecret: workerSecret ?? generated.workerSecret,
  };
  return { ...named, dataKeys: dataKeysOf(config, named.sessionSecret, kept) };
}

/**
 * DATA_KEYS, then the key in DATA_DIR, then the one made from SESSION_SECRET. A key is generated only with SESSION_SECRET:
 * nodes that share one share what is made from it, but no DATA_DIR.
 */
function dataKeysOf(
  { dataDir, dataKeys, sessionSecret }: SecretSettings,
  secret: string,
  kept: Kept,
): DataKeys {
  const path = join(dataDir, SECRET_FILES.dataKey);
  const isKept = existsSync(path) || (dataKeys.length === 0 && sessionSecret === undefined);
  const fromSession = { id: SESSION_KEY_ID, secret };
  const keys = [...dataKeys];
  if (isKept && !keys.some(({ id }) => id === KEPT_KEY_ID))
    keys.push({ id: KEPT_KEY_ID, secret: kept(path, newDataKey).dataKey });
  const [current, ...older] = keys;
  return current ? [current, ...older, fromSession] : [fromSession];
}

function readOrCreate<T extends object>(path: string, create: () => T): T {
  const created = create();
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  try {
    // Exclusive creation: two processes starting at once must not keep different secrets.
    writeFileSync(path, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return created;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copy or a backup may have been restored with wider permissions.
    chmodSync(path, 0o600);
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  }
}

function readKept<T extends object>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

function newSecrets(): Named {
  return { sessionSecret: randomSecret(), workerSecret: randomSecret() };
}

function newDataKey(): { dataKey: string } {
  return { dataKey: randomSecret() };
}

function randomSecret(): string {
  return randomBytes(32).toString('hex');
}
