import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { AccountNotFound } from '../accounts/index.ts';
import { openSecret } from '../sessions/index.ts';
import { findSigning, type SigningRow } from './queries.ts';

/** How an account wants its events sent. `secrets` is empty where they are not to be signed. */
export type SendingRules = { retries: boolean; secrets: string[] };

const OLD_SECRET_SIGNS_MS = 24 * 3_600_000;

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
