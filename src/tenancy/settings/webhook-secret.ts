import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { openSecret, sealSecret } from '../sessions/index.ts';
import { findSigning, replaceWebhookSecret, type SigningRow } from './queries.ts';

/** How an account wants its events sent. `secrets` is empty when they are not signed. */
export type SendingRules = { retries: boolean; secrets: string[] };

const SECRET_BYTES = 32;
/** A replaced secret signs beside its successor for a day, so that receivers can switch without missing an event. */
const OLD_SECRET_SIGNS_MS = 24 * 3_600_000;

/** Returns the new secret, which is shown only once. */
export async function rotateWebhookSecret(
  deps: { tx: Tx; clock: Clock; sessionSecret: string },
  { accountId, by }: { accountId: string; by: Actor },
): Promise<string> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed = sealSecret({ ...deps, accountId, purpose: 'webhook-secret' }, secret);
  if (!(await replaceWebhookSecret(deps.tx, accountId, sealed, deps.clock.now())))
    throw new AccountNotFound();
  await recordAuditEvent(deps, { accountId, by, event: 'settings.webhook_secret_replaced' });
  return secret;
}

export async function readSendingRules(
  deps: { db: Db; clock: Clock; sessionSecret: string },
  accountId: string,
): Promise<SendingRules> {
  const row = await findSigning(deps.db, accountId);
  if (!row) throw new AccountNotFound();
  const sealed = row.signing ? sealedSecrets(row, deps.clock.now()) : [];
  const owner = { ...deps, accountId, purpose: 'webhook-secret' } as const;
  return { retries: row.retries, secrets: sealed.map((one) => openSecret(owner, one)) };
}

function sealedSecrets({ current, previous, since }: SigningRow, now: Date): Uint8Array[] {
  const overlaps = since !== null && now.getTime() - since.getTime() < OLD_SECRET_SIGNS_MS;
  return [current, overlaps ? previous : null].filter((sealed) => sealed !== null);
}
