import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { type AccountData, AccountNotFound, jsonFile } from '../accounts/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { holdSession } from '../sessions/index.ts';
import { findSettings, type Settings, type SettingsChange, updateSettings } from './queries.ts';

export type ChangeSettingsDeps = { db: Db; clock: Clock; outbound: OutboundPolicy };

const WebhookSecretMissing = domainError(
  'conflict',
  'webhook_secret_missing',
  'There is no secret to sign with. Create one with POST /api/settings/webhook-secret first.',
);

export async function readSettings(deps: { db: Db }, accountId: string): Promise<Settings> {
  const settings = await findSettings(deps.db, accountId);
  if (!settings) throw new AccountNotFound();
  return settings;
}

/** Changes only the fields that are given. */
export async function changeSettings(
  deps: ChangeSettingsDeps,
  input: { accountId: string; sessionId: string; by: Actor; change: SettingsChange },
): Promise<Settings> {
  const { accountId, by, change } = input;
  const current = await readSettings(deps, accountId);
  if (Object.keys(change).length === 0) return current;
  // Only a takeover removes a secret, and it ends the session too, so this stays true until the update.
  if (change.webhookSigning && !current.webhookSecretCreatedAt) throw new WebhookSecretMissing();
  const allowed = judged(change, deps.outbound);
  return deps.db.transaction().execute(async (tx) => {
    const settings = await updateSettings(tx, accountId, allowed, deps.clock.now());
    if (!settings) throw new AccountNotFound();
    await holdSession({ ...deps, tx }, input.sessionId);
    const facts = { before: factsOf(current), after: factsOf(settings) };
    const personal = {
      before: { webhook_url: current.webhookUrl },
      after: { webhook_url: settings.webhookUrl },
    };
    const event = 'settings.webhook_changed';
    await recordAuditEvent({ ...deps, tx }, { accountId, by, event, ...facts, personal });
    return settings;
  });
}

function factsOf({ webhookSigning, webhookRetries, webhookDubEvents }: Settings) {
  return {
    webhook_signing: webhookSigning,
    webhook_retries: webhookRetries,
    webhook_dub_events: webhookDubEvents,
  };
}

/** Checks the URL only. What its host name resolves to is checked at each delivery. */
function judged(change: SettingsChange, outbound: OutboundPolicy): SettingsChange {
  return change.webhookUrl ? { ...change, webhookUrl: judgeUrl(change.webhookUrl, outbound).href } : change;
}

/** The settings are columns of the account, so closing it erases them. */
export function settingsData(deps: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonFile('settings.json', () => readSettings(deps, accountId));
    },
    erase: async () => undefined,
  };
}
