import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Seal, SealedColumn, Sealing } from '../../platform/sealing/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { holdSession } from '../sessions/index.ts';
import { findSigning, replaceWebhookSecret, type SigningRow } from './queries.ts';

/** How an account wants its events sent. `secrets` is empty when they are not signed. */
export type SendingRules = { retries: boolean; secrets: string[] };

const SECRET_BYTES = 32;
/** A replaced secret signs beside its successor for a day, so that receivers can switch without missing an event. */
const OLD_SECRET_SIGNS_MS = 24 * 3_600_000;

const sealOf = (accountId: string): Seal => ({ purpose: 'webhook-secret', owner: accountId });

export const SEALED_WEBHOOK_SECRETS: readonly SealedColumn[] = [
  'webhook_secret_sealed',
  'webhook_previous_secret_sealed',
].map((column) => ({
  table: 'accounts',
  column,
  key: 'id',
  keyType: 'uuid',
  owner: 'id',
  purpose: 'webhook-secret',
}));

/** Returns the new secret, which is shown only once. */
export async function rotateWebhookSecret(
  deps: { tx: Tx; clock: Clock; sealing: Sealing },
  { accountId, sessionId, by }: { accountId: string; sessionId: string; by: Actor },
): Promise<string> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const sealed = deps.sealing.seal(sealOf(accountId), secret);
  if (!(await replaceWebhookSecret(deps.tx, accountId, sealed, deps.clock.now())))
    throw new AccountNotFound();
  await holdSession(deps, sessionId);
  await recordAuditEvent(deps, { accountId, by, event: 'settings.webhook_secret_replaced' });
  return secret;
}

export async function readSendingRules(
  deps: { db: Db; clock: Clock; sealing: Sealing },
  accountId: string,
): Promise<SendingRules> {
  const row = await findSigning(deps.db, accountId);
  if (!row) throw new AccountNotFound();
  const sealed = row.signing ? sealedSecrets(row, deps.clock.now()) : [];
  const open = (one: Uint8Array) => deps.sealing.open(sealOf(accountId), one).toString();
  return { retries: row.retries, secrets: sealed.map(open) };
}

function sealedSecrets({ current, previous, since }: SigningRow, now: Date): Uint8Array[] {
  const overlaps = since !== null && now.getTime() - since.getTime() < OLD_SECRET_SIGNS_MS;
  return [current, overlaps ? previous : null].filter((sealed) => sealed !== null);
}
