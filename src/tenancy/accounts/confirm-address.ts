import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { markVerified } from './queries.ts';

/** Called in the transaction that marks an address as verified: once per account, and for each address that it changes to. */
export type EmailVerified = (tx: Tx, verified: { accountId: string; email: string }) => Promise<void>;

/** Safe to repeat. False if the account was verified before. */
export async function confirmAddress(
  deps: { clock: Clock; emailVerified: EmailVerified },
  tx: Tx,
  { accountId, by }: { accountId: string; by: Actor },
): Promise<boolean> {
  const email = await markVerified(tx, accountId, deps.clock.now());
  if (email === null) return false;
  await deps.emailVerified(tx, { accountId, email });
  await recordAuditEvent({ ...deps, tx }, { accountId, by, event: 'email.verified' });
  return true;
}
