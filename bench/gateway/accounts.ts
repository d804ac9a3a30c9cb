import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/database/index.ts';
import { type AccountOpened, createAccount } from '../../src/tenancy/accounts/index.ts';

type Deps = { db: Db; clock: Clock; accountOpened: AccountOpened };

/** 400 for the fixed rate; the rest allow 36,000 requests a minute at full load. */
const ACCOUNTS = 1_000;
const PER_TRANSACTION = 100;

export async function openAccounts(deps: Deps): Promise<string[]> {
  const keys: string[] = [];
  const run = Date.now().toString(36);
  while (keys.length < ACCOUNTS) {
    const made = await deps.db.transaction().execute(async (tx) => {
      const batch: string[] = [];
      for (let index = 0; index < PER_TRANSACTION; index += 1) {
        const email = `bench-${run}-${keys.length + index}@vox-humana.example`;
        batch.push((await createAccount({ ...deps, tx }, { email, passwordHash: null })).apiKey);
      }
      return batch;
    });
    keys.push(...made);
  }
  return keys;
}
