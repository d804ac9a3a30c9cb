import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { WebhookSecretMissing } from './errors.ts';
import { findSettings, type Settings, type SettingsChange, updateSettings } from './queries.ts';

export type ChangeSettingsDeps = { db: Db; clock: Clock; outbound: OutboundPolicy };

export async function readSettings(deps: { db: Db }, accountId: string): Promise<Settings> {
  const settings = await findSettings(deps.db, accountId);
  if (!settings) throw new AccountNotFound();
  return settings;
}

/** What is not named stays as it is. */
export async function changeSettings(
  deps: ChangeSettingsDeps,
  accountId: string,
  change: SettingsChange,
): Promise<Settings> {
  const current = await readSettings(deps, accountId);
  if (Object.keys(change).length === 0) return current;
  // A secret is replaced but never taken away, so that this cannot become untrue before the update.
  if (change.webhookSigning && !current.webhookSecretCreatedAt) throw new WebhookSecretMissing();
  const settings = await updateSettings(deps.db, accountId, judged(change, deps.outbound), deps.clock.now());
  if (!settings) throw new AccountNotFound();
  return settings;
}

/** Where a name leads can change until the event is sent, so the sender judges that, each time. */
function judged(change: SettingsChange, outbound: OutboundPolicy): SettingsChange {
  return change.webhookUrl ? { ...change, webhookUrl: judgeUrl(change.webhookUrl, outbound).href } : change;
}
