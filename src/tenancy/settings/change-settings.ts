import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { findSettings, type Settings, updateSettings } from './queries.ts';
import { parseWebhookUrl } from './webhook-url.ts';

export type SettingsDeps = {
  db: Db;
  clock: Clock;
  /** Rejects with a domain error when the address leads to a private, loopback or metadata host. */
  judgeWebhookUrl: (url: string) => Promise<unknown>;
  /** True in production. */
  httpsOnly: boolean;
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
  const webhookUrl = change.webhookUrl === null ? null : await requireReachable(deps, change.webhookUrl);
  const settings = await updateSettings(deps.db, accountId, { webhookUrl }, deps.clock.now());
  if (!settings) throw new AccountNotFound();
  return settings;
}

async function requireReachable(deps: SettingsDeps, text: string): Promise<string> {
  const url = parseWebhookUrl(text, deps);
  await deps.judgeWebhookUrl(url);
  return url;
}
