import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
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
 * Creates the demo account once and returns its key at every start. The database stores only the hash, so the key is
 * kept in DATA_DIR, readable by its owner only. Not used in production.
 */
export async function demoKey(deps: Deps): Promise<string> {
  const path = join(deps.dataDir, 'demo-key');
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

async function readKept(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
