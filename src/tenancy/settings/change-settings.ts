import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { findSettings, type Settings, updateSettings } from './queries.ts';

export type SettingsDeps = {
  db: Db;
  clock: Clock;
  outbound: OutboundPolicy;
};

export async function readSettings(deps: Pick<SettingsDeps, 'db'>, accountId: string): Promise<Settings> {
  const settings = await findSettings(deps.db, accountId);
  if (!settings) throw new AccountNotFound();
  return settings;
}

/** What is not named stays as it is. */
export async function changeSettings(
  deps: SettingsDeps,
  accountId: string,
  change: Partial<Settings>,
): Promise<Settings> {
  if (change.webhookUrl === undefined) return readSettings(deps, accountId);
  // Where a name leads can change until the event is sent, so the sender judges that, each time.
  const webhookUrl = change.webhookUrl && judgeUrl(change.webhookUrl, deps.outbound).href;
  const settings = await updateSettings(deps.db, accountId, { webhookUrl }, deps.clock.now());
  if (!settings) throw new AccountNotFound();
  return settings;
}
