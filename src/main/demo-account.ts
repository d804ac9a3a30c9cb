import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopbackUrl } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Config, SECRET_FILES } from '../platform/config/index.ts';
import type { Db } from '../platform/database/index.ts';
import { type AccountOpened, createAccount, findAccountByEmail } from '../tenancy/accounts/index.ts';
import { createKey } from '../tenancy/api-keys/index.ts';

const DEMO_EMAIL = 'demo@vox-humana.example';

type Deps = {
  db: Db;
  clock: Clock;
  dataDir: string;
  accountOpened: AccountOpened;
  isKnownKey(key: string): Promise<boolean>;
};

/**
 * The account that whoever sits at this machine may sign in to; null where there is none. Only where all signs say that the service is for this machine alone: a proxy in front would bring visitors from anywhere.
 */
export function demoEmailFor({
  production,
  trustProxy,
  publicUrl,
}: Pick<Config, 'production' | 'trustProxy' | 'publicUrl'>): string | null {
  return production || trustProxy !== false || !isLoopbackUrl(publicUrl) ? null : DEMO_EMAIL;
}

/**
 * Creates the demo account once and returns its key at every start. The database stores only the hash, so the key is
 * kept in DATA_DIR, readable by its owner only. Not used in production.
 */
export async function demoKey(deps: Deps): Promise<string> {
  const path = join(deps.dataDir, SECRET_FILES.demoKey);
  const kept = await readKept(path);
  if (kept && (await deps.isKnownKey(kept))) return kept;
  const key = await deps.db.transaction().execute(async (tx) => {
    const account = await findAccountByEmail(tx, DEMO_EMAIL);
    if (account) return (await createKey({ ...deps, tx }, account.id, { name: 'Demo key' })).key;
    const owner = { email: DEMO_EMAIL, name: 'Demo', emailVerified: true, passwordHash: null };
    const input = { ...owner, keyName: 'Demo key' };
    return (await createAccount({ ...deps, tx }, input)).apiKey;
  });
  await mkdir(deps.dataDir, { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, key, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return key;
}

/** Where `./vox` on this machine finds the service, whatever its port. */
export async function rememberAddress(dataDir: string, url: string): Promise<void> {
  await writeFile(join(dataDir, 'local-url'), url, { mode: 0o600 });
}

async function readKept(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
