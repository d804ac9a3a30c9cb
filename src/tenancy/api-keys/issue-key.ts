import type { KeyScope } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { holdSession } from '../sessions/index.ts';
import { createEphemeralKey } from './ephemeral-keys.ts';
import { addKey, type CreatedKey } from './manage-keys.ts';

/** Credits per billing cycle, which the money group counts. */
export type CreditLimits = {
  /** Returns the limits by key. Keys without a limit are absent. */
  read(db: Db, accountId: string): Promise<ReadonlyMap<string, number>>;
  change(
    tx: Tx,
    change: { accountId: string; keyId: string; monthlyCredits: number | null },
  ): Promise<unknown>;
  /** All that an ephemeral key may use. */
  allot(
    tx: Tx,
    allotment: { accountId: string; ephemeralKeyId: string; credits: number; expiresAt: Date },
  ): Promise<void>;
};

export type IssueKeyInput = KeyScope & {
  ephemeral: boolean;
  name: string | undefined;
  monthlyCredits: number | null;
};

/** An ephemeral key acts under its session, so there is nothing of its own to count, and a browser moves around. */
const EphemeralKeyNarrowed = domainError(
  'invalid',
  'invalid_request',
  'An ephemeral key takes permissions, but no allowed_addresses or monthly_credit_limit.',
);

export async function issueKey(
  { tx, clock, creditLimits }: { tx: Tx; clock: Clock; creditLimits: CreditLimits },
  { accountId, sessionId, by }: { accountId: string; sessionId: string; by: Actor },
  { ephemeral, monthlyCredits, ...input }: IssueKeyInput,
): Promise<CreatedKey> {
  if (ephemeral) {
    if (input.allowedAddresses || monthlyCredits !== null) throw new EphemeralKeyNarrowed();
    return createEphemeralKey({ tx, clock }, sessionId, { ...input, name: input.name ?? 'Ephemeral key' });
  }
  const key = await addKey({ tx, clock }, accountId, { ...input, name: input.name ?? 'API key' });
  // The key would outlive the session, so one that was ended while this waited must not leave it behind.
  await holdSession({ tx, clock }, sessionId);
  if (monthlyCredits !== null) await creditLimits.change(tx, { accountId, keyId: key.id, monthlyCredits });
  const after = { permissions: key.permissions, monthly_credit_limit: monthlyCredits };
  const personal = { after: { name: key.name, allowed_addresses: key.allowedAddresses } };
  const created = { accountId, by, event: 'api_key.created', subject: key.id, after, personal } as const;
  await recordAuditEvent({ tx, clock }, created);
  return key;
}
