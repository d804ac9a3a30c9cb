import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { currentWallet } from '../ledger/index.ts';
import { type PaygSettings, settingsOf } from './describe-wallet.ts';
import { type PaygSettingsInput, updateSettings } from './queries.ts';

type Deps = { db: Db; clock: Clock };

export async function readSettings(deps: Deps, accountId: string): Promise<PaygSettings> {
  return settingsOf(await currentWallet(deps, accountId));
}

/** Omitted fields keep their values. */
export async function changeSettings(
  deps: Deps,
  accountId: string,
  input: PaygSettingsInput,
): Promise<PaygSettings> {
  await currentWallet(deps, accountId);
  await updateSettings(deps.db, accountId, input);
  return readSettings(deps, accountId);
}
